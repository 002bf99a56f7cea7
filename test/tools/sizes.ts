import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { parseSync } from 'rolldown/utils';
import { build, type InlineConfig, type Rolldown } from 'vite';
import { SCRIPT_PANEL, modulesConfig } from '../../widget/build/passes.ts';
import { DIST, ROOT } from '../../widget/build/project.ts';
import { runCommand } from '../../widget/build/run-command.ts';

/** One measured size, in bytes after compression, with the limits of DESIGN section 9. */
export interface Size {
  readonly title: string;
  readonly bytes: number;
  /** Past this the build fails. */
  readonly gate: number;
  /** What we are after. */
  readonly goal: number;
}

const KILOBYTE = 1024;

/**
 * Chunks that the first answer does not wait for: the words of another language, the window over long blocks, what
 * stands around code and tables with all it loads, and the service (thumbs, limits, citations), which only a site
 * with a bot check loads before its first answer.
 */
const OPTIONAL_CHUNK = /^chunks\/(?:[a-z]{2,3}(?:-[A-Za-z]+)?|window|adornments|service)-[\w-]{8}\.js$/;

/** A chunk and its hash, as `pinImports` writes them. */
const PINNED_FILE = /`([\w-]+\.js)`,`sha256-/g;

const PACKAGES_UNDER_MARKDOWN = ['marked', 'dompurify'];
const PACKAGES_ENTRY = join(ROOT, 'test/fixtures/markdown/packages.ts');

/** Sizes of the widget in `dist` (a finished build). */
export async function measureSizes(dist = DIST): Promise<Size[]> {
  const loader = await brotliSize(dist, new Set(['cf-ai-chat.js']));
  const panel = await brotliSize(dist, await findClosure(dist, findPanel(dist)));
  return [
    {
      title: 'cf-ai-chat.js, brotli',
      bytes: loader,
      gate: 6 * KILOBYTE,
      goal: 4.5 * KILOBYTE,
    },
    {
      title: 'all until the first answer, brotli',
      bytes: loader + panel,
      gate: 52 * KILOBYTE,
      goal: 45 * KILOBYTE,
    },
    {
      title: 'markdown.js on top of its packages, gzip',
      bytes: (await gzipSize(dist, await findClosure(dist, 'markdown.js'))) - (await measurePackages()),
      gate: 6 * KILOBYTE,
      goal: 4 * KILOBYTE,
    },
    {
      // Not a limit of DESIGN: what we write, apart from what the build trims off the packages.
      title: 'modules of markdown.js alone, gzip',
      bytes: await measureOwnMarkdown(),
      gate: 10.5 * KILOBYTE,
      goal: 6 * KILOBYTE,
    },
  ];
}

/** Size of the Worker as `wrangler deploy` would upload it, minified. */
export async function measureWorker(): Promise<Size> {
  const outDir = await mkdtemp(join(ROOT, '.cache/worker-'));
  try {
    const options = ['deploy', '--dry-run', '--minify', '--outdir', outDir];
    const { code, output } = await runCommand('wrangler', options, {
      env: { WRANGLER_SEND_METRICS: 'false' },
    });
    if (code !== 0) throw new Error(output.trim());
    const script = await readFile(join(outDir, 'index.js'));
    const title = 'Worker, minified, gzip';
    return { title, bytes: gzipSync(script).length, gate: 28 * KILOBYTE, goal: 22 * KILOBYTE };
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/** Throws with the figures when a size is past its gate. */
export function checkGate({ title, bytes, gate }: Size): void {
  if (bytes > gate) throw new Error(`${title} is ${kilobytes(bytes)}, the gate is ${kilobytes(gate)}`);
}

/** The sizes as a table. */
export function formatSizes(sizes: readonly Size[]): string {
  const rows = sizes.map(({ title, bytes, gate, goal }) => {
    const mark = bytes > gate ? '  over the gate' : '';
    return `  ${title.padEnd(36)} ${kilobytes(bytes).padStart(8)}   gate ${kilobytes(gate)}, goal ${kilobytes(goal)}${mark}`;
  });
  return rows.join('\n');
}

/**
 * The files that come with one file: all it imports, statically or not, but the optional chunks. Paths are
 * relative to `dist`.
 */
export async function findClosure(dist: string, entry: string): Promise<Set<string>> {
  const found = new Set<string>();
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path) || OPTIONAL_CHUNK.test(path)) continue;
    found.add(path);
    const folder = dirname(path);
    const specifiers = findImports(await readFile(join(dist, path), 'utf8'));
    waiting.push(...specifiers.map((specifier) => normalize(join(folder, specifier))));
  }
  return found;
}

/** Specifiers of a module's imports and re-exports, of its `import()` of literals, and of what it imports by hash. */
function findImports(code: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync('chunk.js', code).module;
  const reExported = staticExports.flatMap(({ entries }) =>
    entries.map((entry) => entry.moduleRequest?.value),
  );
  const dynamic = dynamicImports.map(({ moduleRequest: { start, end } }) => code.slice(start, end));
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...reExported.filter((specifier) => specifier !== undefined),
    ...[...code.matchAll(PINNED_FILE)].map(([, file = '']) => `./${file}`),
    ...dynamic.filter((source) => /^[`'"]/.test(source)).map((source) => source.slice(1, -1)),
  ];
}

function findPanel(dist: string): string {
  const [panel, ...others] = globSync(`chunks/${SCRIPT_PANEL}-*.js`, { cwd: dist });
  if (panel === undefined || others.length > 0) throw new Error('dist/ holds no panel chunk, or several');
  return panel;
}

async function brotliSize(dist: string, paths: ReadonlySet<string>): Promise<number> {
  const contents = await Promise.all([...paths].map((path) => readFile(join(dist, path))));
  return contents.reduce((sum, content) => sum + brotliCompressSync(content).length, 0);
}

async function gzipSize(dist: string, paths: ReadonlySet<string>): Promise<number> {
  const contents = await Promise.all([...paths].map((path) => readFile(join(dist, path))));
  return contents.reduce((sum, content) => sum + gzipSync(content).length, 0);
}

/** The packages under `markdown.js`, whole as they are published, minified like it. */
async function measurePackages(): Promise<number> {
  const { build: options, ...config } = modulesConfig(join(ROOT, '.cache/markdown-size'));
  const lib = { entry: { packages: PACKAGES_ENTRY }, formats: ['es' as const] };
  const chunks = await buildChunks({ ...config, plugins: [], build: { ...options, lib } });
  return gzipSync(chunks.map(({ code }) => code).join('')).length;
}

/** Our part of `markdown.js` and what it imports statically: the same build with the two packages left out. */
async function measureOwnMarkdown(): Promise<number> {
  const { build: options, ...config } = modulesConfig(join(ROOT, '.cache/markdown-size'));
  const lib = {
    entry: { markdown: join(ROOT, 'widget/markdown/index.ts') },
    formats: ['es' as const],
  };
  const rolldownOptions = { ...options?.rolldownOptions, external: PACKAGES_UNDER_MARKDOWN };
  const chunks = await buildChunks({ ...config, build: { ...options, lib, rolldownOptions } });
  const closure = new Set(['markdown.js']);
  for (const path of closure) {
    for (const imported of chunks.find(({ fileName }) => fileName === path)?.imports ?? [])
      closure.add(imported);
  }
  const code = chunks.filter(({ fileName }) => closure.has(fileName)).map((chunk) => chunk.code);
  return gzipSync(code.join('')).length;
}

async function buildChunks({ build: options, ...config }: InlineConfig): Promise<Rolldown.OutputChunk[]> {
  const results = await build({ ...config, build: { ...options, write: false } });
  return [results]
    .flat()
    .flatMap((result) => ('output' in result ? result.output : []))
    .filter((file) => file.type === 'chunk');
}

function kilobytes(bytes: number): string {
  return `${(bytes / KILOBYTE).toFixed(1)} KB`;
}
