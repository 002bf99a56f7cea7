import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { VERSION } from '../../../widget/build/project.ts';
import { keepEarlierReleases } from '../../../demo/build/assemble-site.ts';
import { listFiles } from '../../../widget/build/folders.ts';

describe('the releases in the folder of the site', () => {
  let root = '';
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'cf-ai-chat-releases-'));
  });
  after(() => rm(root, { recursive: true, force: true }));

  async function write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }

  it('stay when the next release is built, and the newest equals its build', async () => {
    await write('old/site/v/0.0.1/cf-ai-chat.js', 'first');
    await write(`old/site/v/${VERSION}/cf-ai-chat.js`, 'before');
    await write(`old/site/v/${VERSION}/chunks/gone.js`, 'gone');
    await write(`new/site/v/${VERSION}/cf-ai-chat.js`, 'after');
    await keepEarlierReleases(join(root, 'old'), join(root, 'new'));
    assert.deepEqual((await listFiles(join(root, 'new'))).toSorted(), [
      'site/v/0.0.1/cf-ai-chat.js',
      `site/v/${VERSION}/cf-ai-chat.js`,
    ]);
    assert.equal(await readFile(join(root, `new/site/v/${VERSION}/cf-ai-chat.js`), 'utf8'), 'after');
  });
});
