import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ROOT } from '../../../widget/build/project.ts';
import { runCommand } from '../../../widget/build/run-command.ts';
import { IS_FULL_RUN } from '../../support/full-run.ts';
import { installFixture } from '../../support/install-fixture.ts';
import { installPackage, type InstalledPackage } from '../../support/installed-package.ts';

/** All files of the package except chunks, whose names hold hashes. */
const CONTENT = [
  'LICENSE',
  'README.md',
  'dist/THIRD-PARTY-LICENSES.md',
  'dist/cf-ai-chat.d.ts',
  'dist/cf-ai-chat.js',
  'dist/cf-ai-chat.node.js',
  'dist/cli.js',
  'dist/custom-elements.json',
  'dist/doctor.js',
  'dist/element.d.ts',
  'dist/element.js',
  'dist/index.d.ts',
  'dist/index.js',
  'dist/integrity.json',
  'dist/launcher.js',
  'dist/markdown.d.ts',
  'dist/markdown.js',
  'dist/notices.js',
  'dist/react.d.ts',
  'dist/react.js',
  'dist/search.js',
  'dist/svelte.d.ts',
  'dist/template.d.ts',
  'dist/vue.d.ts',
  'package.json',
];

describe('the package that npm would publish', { timeout: 120_000 }, () => {
  let installed: InstalledPackage;
  before(async () => {
    installed = await installPackage();
  });
  after(() => installed?.remove());

  it('has all documented files, chunks, and no other file', async () => {
    const { output } = await runCommand('tar', ['-tzf', installed.tarball]);
    const paths = output
      .trim()
      .split('\n')
      .map((path) => path.replace('package/', ''));
    const others = paths.filter(
      (path) => !/^dist\/chunks\/[\w-]+(?:\.styles-[\w-]+)?\.(?:js|d\.ts)$/.test(path),
    );
    assert.deepEqual(others.toSorted(), CONTENT);
  });

  for (const entry of ['cf-ai-chat', 'cf-ai-chat/element.js', 'cf-ai-chat/markdown.js']) {
    it(`lets a server without a DOM import ${entry}`, async () => {
      const code = `const names = Object.keys(await import('${entry}')); console.log(names.join(' '))`;
      const result = await runCommand('node', ['--input-type=module', '--eval', code], {
        cwd: installed.folder,
      });
      assert.equal(result.code, 0, result.output);
      assert.match(result.output, entry.endsWith('markdown.js') ? /MarkdownStream/ : /CfAiChatElement/);
    });
  }

  it('throws a one-line error on a server that imports the script-tag file', async () => {
    const options = ['--input-type=module', '--eval', `await import('cf-ai-chat/cf-ai-chat.js')`];
    const { code, output } = await runCommand('node', options, { cwd: installed.folder });
    assert.notEqual(code, 0);
    assert.match(output, /^Error: cf-ai-chat\.js needs a page: it is for <script src>; .+$/m);
  });

  it('lists exactly the modules that have side effects', async () => {
    const { sideEffects } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
      sideEffects: string[];
    };
    assert.deepEqual(sideEffects, ['./dist/index.js', './dist/cf-ai-chat.js']);
  });

  // The checkers take long to install.
  if (!IS_FULL_RUN) return;

  const checker = (name: string): string =>
    join(installFixture('package-checkers'), 'node_modules/.bin', name);

  it('passes publint without a complaint', async () => {
    const { code, output } = await runCommand(checker('publint'), ['--strict', installed.tarball]);
    assert.equal(code, 0, output);
  });

  it('has types that TypeScript finds under every way of resolving ES modules', async () => {
    const options = ['--profile', 'esm-only'];
    const { code, output } = await runCommand(checker('attw'), [installed.tarball, ...options]);
    assert.equal(code, 0, output);
  });

  it('has types for programs whose TypeScript ignores the exports of package.json', async () => {
    // With `moduleResolution: "node10"`. Such programs are CommonJS, and the package has ES modules only.
    const options = ['--ignore-rules', 'cjs-resolves-to-esm'];
    const { code, output } = await runCommand(checker('attw'), [installed.tarball, ...options]);
    assert.equal(code, 0, output);
  });
});
