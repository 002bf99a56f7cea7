import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ROOT } from '../../../widget/build/project.ts';
import { runCommand } from '../../../widget/build/run-command.ts';
import { installFixture } from '../../support/install-fixture.ts';
import { installPackage, type InstalledPackage } from '../../support/installed-package.ts';

/** Everything but the chunks, whose names hold hashes. */
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
  let checkers: string;
  before(async () => {
    checkers = join(installFixture('package-checkers'), 'node_modules/.bin');
    installed = await installPackage();
  });
  after(() => installed?.remove());

  it('holds what it is documented to hold, chunks, and nothing else', async () => {
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

  it('has nothing that publint minds', async () => {
    const { code, output } = await runCommand(join(checkers, 'publint'), ['--strict', installed.tarball]);
    assert.equal(code, 0, output);
  });

  it('has types that every way of resolving ES modules finds', async () => {
    const options = ['--profile', 'esm-only'];
    const { code, output } = await runCommand(join(checkers, 'attw'), [installed.tarball, ...options]);
    assert.equal(code, 0, output);
  });

  it('has types that programs find which read no exports', async () => {
    // `moduleResolution: "node10"`; its programs are CommonJS, and the package is not.
    const options = ['--ignore-rules', 'cjs-resolves-to-esm'];
    const { code, output } = await runCommand(join(checkers, 'attw'), [installed.tarball, ...options]);
    assert.equal(code, 0, output);
  });

  for (const entry of ['cf-ai-chat', 'cf-ai-chat/element.js', 'cf-ai-chat/markdown.js']) {
    it(`lets a server import ${entry}, where there is no DOM`, async () => {
      const code = `const names = Object.keys(await import('${entry}')); console.log(names.join(' '))`;
      const result = await runCommand('node', ['--input-type=module', '--eval', code], {
        cwd: installed.folder,
      });
      assert.equal(result.code, 0, result.output);
      assert.match(result.output, entry.endsWith('markdown.js') ? /MarkdownStream/ : /CfAiChatElement/);
    });
  }

  it('says in one line to a server that the script-tag file is for pages', async () => {
    const options = ['--input-type=module', '--eval', `await import('cf-ai-chat/cf-ai-chat.js')`];
    const { code, output } = await runCommand('node', options, { cwd: installed.folder });
    assert.notEqual(code, 0);
    assert.match(output, /^Error: cf-ai-chat\.js needs a page: it is for <script src>; .+$/m);
  });

  it('names the modules that have side effects, and no others', async () => {
    const { sideEffects } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
      sideEffects: string[];
    };
    assert.deepEqual(sideEffects, ['./dist/index.js', './dist/cf-ai-chat.js']);
  });
});
