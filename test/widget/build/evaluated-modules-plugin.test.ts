import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { build } from 'vite';
import { evaluatedModules, writeExports } from '../../../widget/build/evaluated-modules-plugin.ts';
import { CACHE } from '../../../widget/build/project.ts';

describe('a module that the build evaluates', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(CACHE, 'evaluated-'));
    await writeFile(
      join(folder, 'all.ts'),
      `export const words: object = { early: 'Here', late: 'Not here' };`,
    );
    await writeFile(
      join(folder, 'early.table.ts'),
      `const { words } = await import('./all.ts');\nexport const EARLY: string = words.early;\nexport const UNUSED = 'unused';`,
    );
    await writeFile(
      join(folder, 'entry.ts'),
      `import { EARLY } from './early.table.ts';\nconsole.log(EARLY);`,
    );
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function bundle(): Promise<string> {
    const results = await build({
      configFile: false,
      logLevel: 'silent',
      plugins: [evaluatedModules()],
      build: { write: false, lib: { entry: join(folder, 'entry.ts'), formats: ['iife'], name: 'entry' } },
    });
    const [file] = [results].flat().flatMap((result) => ('output' in result ? result.output : []));
    assert.ok(file?.type === 'chunk');
    return file.code;
  }

  it('becomes the values that are used, without the modules that computed them', async () => {
    const code = await bundle();
    assert.match(code, /Here/);
    assert.doesNotMatch(code, /Not here|unused|import/);
  });

  it('is evaluated again by the next build', async () => {
    await writeFile(join(folder, 'all.ts'), `export const words: object = { early: 'Changed' };`);
    assert.match(await bundle(), /Changed/);
  });

  it('fails the build where one of its values cannot be written as JSON', () => {
    assert.throws(() => writeExports({ pick: () => 1 }), /pick is no JSON/);
    assert.equal(writeExports({ A: { b: 1 }, C: 'd' }), 'export const A = {"b":1};\nexport const C = "d";');
  });
});
