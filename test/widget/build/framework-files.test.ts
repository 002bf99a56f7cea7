import assert from 'node:assert/strict';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { rowsOfRun } from '../../support/full-run.ts';
import { installFixture } from '../../support/install-fixture.ts';
import { installPackage, type InstalledPackage } from '../../support/installed-package.ts';
import { runCommand } from '../../../widget/build/run-command.ts';

/**
 * The packages that the examples import. TypeScript finds this package beside them, as in the project of a
 * user.
 */
const LIBRARIES = [
  'react',
  'react-dom',
  '@types/react',
  '@types/react-dom',
  'vue',
  'svelte',
  '@angular/core',
  'rxjs',
];

const COMPILER_OPTIONS = {
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'Bundler',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  strict: true,
  noEmit: true,
  skipLibCheck: false,
  types: [],
  jsx: 'react-jsx',
};

interface Framework {
  readonly name: string;
  /** The examples; the folder `wrong/` has the first of them with mistakes. */
  readonly examples: readonly [string, ...string[]];
  /** `tsc` is this project's own. The other checkers belong to the examples and use TypeScript 6 as a library. */
  readonly command: readonly string[];
  /** The lines with mistakes; the checker must report an error at each of them. */
  readonly mistakes: readonly number[];
  readonly options?: Readonly<Record<string, unknown>>;
}

const FRAMEWORKS: readonly Framework[] = [
  {
    name: 'plain TypeScript',
    examples: ['html.ts', 'stream-answer.ts'],
    command: ['tsc', '-p'],
    mistakes: [5, 6, 7, 10, 11],
  },
  {
    name: 'React 19',
    examples: ['react.tsx', 'Answer.tsx'],
    command: ['tsc', '-p'],
    mistakes: [5, 6, 7, 9, 10, 11],
  },
  {
    name: 'Vue 3',
    examples: ['Chat.vue', 'Answer.vue'],
    command: ['vue-tsc', '-p'],
    mistakes: [8, 9, 10],
    options: { vueCompilerOptions: { strictTemplates: true } },
  },
  {
    name: 'Svelte 5',
    examples: ['Chat.svelte', 'Answer.svelte'],
    command: ['svelte-check', '--output', 'machine', '--tsconfig'],
    mistakes: [7, 8, 9],
  },
  {
    name: 'Angular',
    examples: ['angular.ts'],
    command: ['ngc', '-p'],
    mistakes: [9, 10],
    options: {
      angularCompilerOptions: { strictTemplates: true },
      // Angular's declarations use types of Node.
      compilerOptions: {
        ...COMPILER_OPTIONS,
        noEmit: false,
        outDir: 'out',
        rootDir: '.',
        skipLibCheck: true,
      },
    },
  },
];

describe('the types of the package', { timeout: 600_000 }, () => {
  let installed: InstalledPackage;
  let libraries: string;
  before(async () => {
    const examples = installFixture('frameworks');
    libraries = join(examples, 'node_modules');
    installed = await installPackage();
    const { folder } = installed;
    await cp(examples, folder, { recursive: true, filter: (path) => path !== libraries });
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    for (const name of LIBRARIES) {
      const path = join(folder, 'node_modules', name);
      await mkdir(dirname(path), { recursive: true });
      await symlink(join(libraries, name), path);
    }
  });
  after(() => installed?.remove());

  /** Compiles files, and returns what the compiler has written. */
  async function check({ command, options }: Framework, files: readonly string[]): Promise<string> {
    const config = `${files.join().replaceAll(/\W/g, '-')}.json`;
    const content = { compilerOptions: COMPILER_OPTIONS, ...options, files };
    await writeFile(join(installed.folder, config), JSON.stringify(content));
    const [program = '', ...args] = command;
    const { output } = await runCommand(
      program === 'tsc' ? program : join(libraries, '.bin', program),
      [...args, join(installed.folder, config)],
      { cwd: installed.folder },
    );
    return stripVTControlCharacters(output);
  }

  // The types of the others are made from the same manifest; their compilers take seconds each.
  for (const framework of rowsOfRun(FRAMEWORKS, ['plain TypeScript', 'React 19'])) {
    it(`compile the examples for ${framework.name}, and refuse every mistake and nothing else`, async () => {
      const wrong = `wrong/${framework.examples[0]}`;
      const output = await check(framework, [...framework.examples, wrong]);
      const expected = framework.mistakes.map((line) => `${wrong}:${line}`);
      assert.deepEqual(placesOf(output), expected, output);
    });
  }
});

/**
 * The places of reported errors, such as `wrong/html.ts:5`, in the notation of each compiler: `a.ts(5,3)`, `a.ts:5:3` or
 * `"a.svelte" 5:3`. The path is that from the folder of the examples.
 */
function placesOf(output: string): readonly string[] {
  const places = output.matchAll(/([\w./@-]+\.(?:ts|tsx|vue|svelte))(?:\(|:|" )(\d+)[,:]\d+/g);
  const named = [...places].map(([, path = '', line]) => ({
    path: path.replace(/^.*?(?=wrong\/)/, ''),
    line,
  }));
  const sorted = named.toSorted((a, b) => Number(a.line) - Number(b.line));
  return [...new Set(sorted.map(({ path, line }) => `${path}:${line}`))];
}
