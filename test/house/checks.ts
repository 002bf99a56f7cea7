import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VERSION } from '../../worker/version.ts';
import { strings as english } from '../../widget/ui/strings/en.ts';
import { ROOT } from '../../widget/build/project.ts';
import { runCommand } from '../../widget/build/run-command.ts';
import { listTracked } from '../support/list-tracked.ts';
import { PACKAGE_CHECKS } from './packages.ts';
import type { Check } from './check.ts';

const FOLDERS = new Set(['widget', 'worker', 'demo', 'test']);
const FILES =
  /^(?:\..+|package(?:-lock)?\.json|tsconfig\.json|vite\.config\.ts|wrangler\.jsonc|[A-Z]+\.md|LICENSE|NOTICE)$/;

/** Lit sets such a binding as a property, which no lint rule sees. */
const HTML_BINDING = /\.(?:innerHTML|outerHTML|srcdoc)\s*=\s*["']?\$\{/;

/** `@property --accent` in a page registers the name with a type, also for our shadow root. */
const FOREIGN_CUSTOM_PROPERTY =
  /(?:(?<=var\(|')--(?!_?cf-ai-chat-)[\w-]+|--(?!_?cf-ai-chat-)[\w-]+(?=\s*:))/g;

/** The agreed folders at the top level, and the folders of `widget/ui`. `test` mirrors them. */
const MAPPED_FOLDER = /^(widget\/ui\/[\w-]+|(?:widget|worker|demo)\/[\w-]+)\//;

/** Matches a line of the map, such as `    strings/       all words for visitors`. */
const MAP_LINE = /^((?: {2})*)([\w-]+)\/ {2,}\S/gm;

/** The size limits of a README beside the code. The README at the root is for users, and may be longer. */
const README_LINES = 60;
const README_BYTES = 6 * 1_024;

/**
 * How many lines of code a part may have, without blank lines and comments. The Worker's count leaves out the
 * indexer and the tools, which run in Node.
 */
const WORKER_PARTS = [
  {
    title: 'what answers a question (root, turn/, routes/chat.ts, answer/, model/)',
    pattern: /^worker\/(?:[^/]+|turn\/.+|routes\/chat\.ts|answer\/.+|model\/.+)$/,
    gate: 1_513,
  },
  {
    title: 'the indexer',
    pattern: /^worker\/(?:tools\/knowledge\/indexing\/|tools\/index-knowledge)/,
    gate: 350,
  },
];

/** Rules for the repository as a whole, which no linter checks. */
export const HOUSE_CHECKS: readonly Check[] = [
  {
    title: 'the top level holds only the four folders and the usual files of a root',
    async run() {
      const stray = findStrayEntries(await listTracked());
      if (stray.length > 0) throw new Error(`not agreed upon: ${stray.join(', ')}`);
    },
  },
  {
    title: 'the map in CONTRIBUTING has every folder, and no other',
    async run() {
      const faults = findMapFaults(
        await listTracked(),
        await readFile(join(ROOT, 'CONTRIBUTING.md'), 'utf8'),
      );
      if (faults.length > 0) throw new Error(faults.join(', '));
    },
  },
  {
    title: `a README beside the code has at most ${README_LINES} lines and ${README_BYTES} bytes`,
    async run() {
      for (const path of await listTracked('*/README.md')) {
        const fault = findExcess(await readFile(join(ROOT, path), 'utf8'));
        if (fault !== undefined)
          throw new Error(`${path} has ${fault}: shorten it, or give a room in it its own`);
      }
    },
  },
  {
    title: 'no file has the marks of a merge conflict',
    async run() {
      // Some test answers are about merge conflicts, and contain these marks.
      const files = ['.', ':!test/fixtures/markdown'];
      const { code, output } = await runCommand('git', ['grep', '-lE', '^(<{7}|>{7}) ', '--', ...files]);
      // Exit code 1: no file has any.
      if (code !== 1) throw new Error(output.trim());
    },
  },
  {
    title: 'every test has a body',
    async run() {
      // A test without a function, `it('sends once');`, passes in `node:test`.
      const { code, output } = await runCommand('git', [
        'grep',
        '-nE',
        "^ *it\\(('[^']*'|`[^`]*`)\\);",
        '--',
        'test',
      ]);
      if (code !== 1) throw new Error(output.trim());
    },
  },
  {
    title: 'no template binds HTML outside markdown/',
    async run() {
      const sources = (await listTracked('widget', 'demo')).filter(
        (path) => /\.(?:ts|js)$/.test(path) && !path.startsWith('widget/markdown/'),
      );
      for (const path of sources) {
        if (bindsHtml(await readFile(join(ROOT, path), 'utf8'))) throw new Error(`${path} binds HTML`);
      }
    },
  },
  {
    title: 'custom properties of the widget carry its prefix',
    async run() {
      for (const path of (await listTracked('widget/ui')).filter((name) => name.endsWith('.ts'))) {
        const names = findForeignProperties(await readFile(join(ROOT, path), 'utf8'));
        if (names.length > 0) throw new Error(`${path} names ${names.join(', ')}`);
      }
    },
  },
  {
    title: 'every string for visitors is read by some code',
    async run() {
      const paths = [
        ...(await listTracked('widget/ui')).filter((path) => !path.startsWith('widget/ui/strings/')),
        // Names the words for a file that is not taken.
        'widget/attachments/prepare-file.ts',
      ];
      const sources = await Promise.all(paths.map((path) => readFile(join(ROOT, path), 'utf8')));
      const unused = findUnusedStrings(Object.keys(english), sources.join('\n'));
      if (unused.length > 0) throw new Error(`nobody reads ${unused.join(', ')}`);
    },
  },
  {
    title: 'the Worker names the version of package.json',
    async run() {
      const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
        version: string;
      };
      if (VERSION !== version) throw new Error(`worker/version.ts says ${VERSION}, not ${version}`);
    },
  },
  {
    title: 'the Worker can be read in one sitting',
    async run() {
      const paths = (await listTracked('worker')).filter((path) => path.endsWith('.ts'));
      const counts = await Promise.all(
        paths.map(async (path) => ({ path, lines: countCode(await readFile(join(ROOT, path), 'utf8')) })),
      );
      for (const { title, pattern, gate } of WORKER_PARTS) {
        const lines = counts.reduce((sum, file) => sum + (pattern.test(file.path) ? file.lines : 0), 0);
        if (lines > gate) throw new Error(`${title}: ${lines} lines of code, the gate is ${gate}`);
      }
    },
  },
  ...PACKAGE_CHECKS,
];

/** Keys of strings that no source reads; `strings.retry` and `const { retry } = strings` count as reading. */
export function findUnusedStrings(keys: readonly string[], source: string): string[] {
  return keys.filter(
    (key) => key !== 'locale' && !new RegExp(`(?:\\.|[{,]\\s*|return ')${key}\\b`).test(source),
  );
}

/** Top-level entries of tracked paths that are not in the agreed layout. */
export function findStrayEntries(paths: readonly string[]): string[] {
  const folders = new Set(paths.filter((path) => path.includes('/')).map((path) => path.split('/')[0] ?? ''));
  const files = paths.filter((path) => !path.includes('/'));
  return [
    ...[...folders].filter((name) => !FOLDERS.has(name) && !name.startsWith('.')),
    ...files.filter((name) => !FILES.test(name)),
  ];
}

/** Folders that only the map has, and folders that only the tree has, such as `worker/old is no folder`. */
export function findMapFaults(paths: readonly string[], document: string): string[] {
  const folders = new Set(paths.flatMap((path) => path.match(MAPPED_FOLDER)?.[1] ?? []));
  const above: string[] = [];
  const mapped = [...document.matchAll(MAP_LINE)].map(([, indent = '', name = '']) => {
    above.splice(indent.length / 2, Infinity, name);
    return above.join('/');
  });
  return [
    ...[...folders].filter((folder) => !mapped.includes(folder)).map((folder) => `${folder} is missing`),
    ...mapped
      .filter((folder) => !paths.some((path) => path.startsWith(`${folder}/`)))
      .map((folder) => `${folder} is no folder`),
  ];
}

/** By what a README beside the code exceeds its limits, such as `61 lines`; undefined when it is short enough. */
export function findExcess(readme: string): string | undefined {
  const lines = readme.trimEnd().split('\n').length;
  if (lines > README_LINES) return `${lines} lines`;
  const bytes = Buffer.byteLength(readme);
  return bytes > README_BYTES ? `${bytes} bytes` : undefined;
}

/** Counts the lines of a TypeScript source that are neither blank nor comment. */
export function countCode(source: string): number {
  const lines = source.replaceAll(/\/\*\*?[\s\S]*?\*\//g, '').split('\n');
  return lines.filter((line) => !/^\s*(?:\/\/.*)?$/.test(line)).length;
}

/** Whether a source binds a string to an HTML property in a Lit template. */
export function bindsHtml(source: string): boolean {
  return HTML_BINDING.test(source);
}

/** Custom properties without the widget's prefix, `--cf-ai-chat-` or, inside of the widget, `--_cf-ai-chat-`. */
export function findForeignProperties(source: string): string[] {
  return source.match(FOREIGN_CUSTOM_PROPERTY) ?? [];
}
