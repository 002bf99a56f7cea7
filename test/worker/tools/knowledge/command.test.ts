import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { JSDOM } from 'jsdom';
import { toPassages } from '../../../../worker/knowledge/indexing/passage.ts';
import { findChanges, REBUILD, SCHEMA } from '../../../../worker/knowledge/indexing/statements.ts';
import { readOptions } from '../../../../worker/tools/knowledge/options.ts';
import { readWeb, type WebReading } from '../../../../worker/tools/knowledge/web/read-web.ts';
import { ROOT } from '../../../../widget/build/project.ts';
import { startKnowledgeSite, type KnowledgeSite } from '../../../support/knowledge-site.ts';
import { startWorker, type WorkerHarness } from '../../../support/worker-harness.ts';

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

  it('goes on after it was killed', async () => {
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

  describe('and the Worker', () => {
    let worker: WorkerHarness;
    before(async () => {
      worker = await startWorker({ CHAT_PROVIDER: 'extractive' });
      const { pages } = await read('--include', '/returns', '--include', '/guides/17');
      const passages = pages.flatMap(({ url, title, sections }) =>
        toPassages(title, sections, { id: url, url }),
      );
      const database = await worker.database();
      for (const statement of [...SCHEMA, ...findChanges(passages).statements, REBUILD])
        await database.prepare(statement).bind().all();
    });
    after(() => worker.close());

    const questions: readonly (readonly [string, string])[] = [
      ['Who pays the postage of a return?', 'Who pays the postage?'],
      ['How many days does a refund take?', 'Refunds'],
      ['How many grams of leaves for tea 17?', 'Leaves 17'],
    ];
    for (const [query, heading] of questions) {
      it(`answers "${query}" with a source that opens at its heading`, async () => {
        const response = await worker.ask({ query }, '?stream=false');
        const { sources } = (await response.json()) as {
          readonly sources: readonly { readonly url: string }[];
        };
        const { document } = (await JSDOM.fromURL(sources[0]?.url ?? '')).window;
        const name = document.location.hash.slice(1);
        const target = document.getElementById(name) ?? document.querySelector(`a[name="${name}"]`);
        // An anchor before the heading, the heading, or what is around it.
        const found = target?.textContent.trim() || target?.nextElementSibling?.textContent;
        assert.ok(found?.startsWith(heading), `${document.URL} opens at "${found}"`);
      });
    }
  });
});
