import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { listFiles, syncFolder } from '../../../widget/build/folders.ts';

describe('a folder that is synchronised with new content', () => {
  let root = '';

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'cf-ai-chat-folders-'));
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  async function write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }

  it('gets new files, loses removed files and the folders left empty, and keeps the rest', async () => {
    await write('source/a/new.js', 'new');
    await write('source/same.js', 'same');
    await write('source/changed.js', 'after');
    await write('target/same.js', 'same');
    await write('target/changed.js', 'before');
    await write('target/gone/deep/old.js', 'old');

    await syncFolder(join(root, 'source'), join(root, 'target'));

    assert.deepEqual((await listFiles(root)).filter((path) => path.startsWith('target')).toSorted(), [
      'target/a/new.js',
      'target/changed.js',
      'target/same.js',
    ]);
    assert.equal(await readFile(join(root, 'target/changed.js'), 'utf8'), 'after');
    await assert.rejects(stat(join(root, 'target/gone')), { code: 'ENOENT' });
  });

  it('does not rewrite an unchanged file, so that a file watcher sees no change', async () => {
    const past = new Date('2020-01-01T00:00:00Z');
    await write('source/same.js', 'same');
    await write('target/same.js', 'same');
    await utimes(join(root, 'target/same.js'), past, past);

    await syncFolder(join(root, 'source'), join(root, 'target'));

    const { mtime } = await stat(join(root, 'target/same.js'));
    assert.equal(mtime.toISOString(), past.toISOString());
  });
});
