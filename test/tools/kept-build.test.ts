import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { CACHE, ROOT } from '../../widget/build/project.ts';
import { keptBuild } from '../support/kept-build.ts';

describe('a script that is built once for many test files', () => {
  let folder: string;
  let builds = 0;
  before(async () => {
    await mkdir(CACHE, { recursive: true });
    folder = await mkdtemp(join(CACHE, 'kept-build-'));
  });
  after(async () => {
    await rm(folder, { recursive: true });
    for (const script of await scripts()) await rm(join(CACHE, script));
  });
  const build = (): Promise<string> =>
    keptBuild('kept', [relative(ROOT, folder)], () => Promise.resolve(`build ${++builds}`));
  const scripts = async (): Promise<readonly string[]> =>
    (await readdir(CACHE)).filter((name) => /^kept-[\da-f]+\.js$/.test(name));

  it('is built again when a source has changed, and its old build is removed', async () => {
    await writeFile(join(folder, 'a.ts'), '1');
    assert.deepEqual([await build(), await build()], ['build 1', 'build 1']);
    await writeFile(join(folder, 'a.ts'), '2');
    assert.equal(await build(), 'build 2');
    assert.equal((await scripts()).length, 1);
  });

  it('is not built again for packages that are installed beside its sources', async () => {
    await mkdir(join(folder, 'pdf/node_modules'), { recursive: true });
    await writeFile(join(folder, 'pdf/node_modules/a.js'), '1');
    assert.equal(await build(), 'build 2');
  });
});
