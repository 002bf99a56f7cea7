import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readOptions } from '../../../../worker/tools/knowledge/options.ts';
import { readWeb, type WebReading } from '../../../../worker/tools/knowledge/web/read-web.ts';
import { ROOT } from '../../../../widget/build/project.ts';
import { startKnowledgeSite, type KnowledgeSite } from '../../../support/knowledge-site.ts';

describe('npm run knowledge with the address of a site', () => {
  let site: KnowledgeSite;
  let cache: string;
  before(async () => {
    site = await startKnowledgeSite(true);
    cache = mkdtempSync(join(tmpdir(), 'cf-ai-chat-'));
  });
  after(async () => {
    await site.close();
    rmSync(cache, { recursive: true });
  });

  const read = (...args: readonly string[]): Promise<WebReading> => {
    const { crawl } = readOptions([site.url.href, '--delay', '0', '--cache', cache, ...args]);
    return readWeb({ kind: 'site', url: site.url.href }, crawl, () => {});
  };

  it('continues where it was killed', async () => {
    const args = [
      'worker/tools/index-knowledge.ts',
      site.url.href,
      '--dry-run',
      '--delay',
      '0',
      '--cache',
      cache,
    ];
    const command = spawn(process.execPath, args, { cwd: ROOT, stdio: 'ignore' });
    const ended = once(command, 'close');
    site.beforeAnswer = async (path) => {
      if (path !== '/guides/20') return;
      command.kill('SIGKILL');
      await new Promise(() => {});
    };
    await ended;
    site.beforeAnswer = () => {};
    const killed = site.bodies.filter((path) => path.startsWith('/guides/'));
    const { pages } = await read();
    const guides = site.bodies.filter((path) => /^\/guides\/\d+$/.test(path));
    assert.equal(killed.length, 19);
    assert.equal(new Set(guides).size, guides.length, 'no page is downloaded twice');
    assert.deepEqual(pages.map(({ url }) => url).toSorted(), site.wanted.toSorted());
  });
});
