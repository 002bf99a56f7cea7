import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { foldCode } from './fold-code-plugin.ts';
import { modulesConfig } from './passes.ts';
import { CACHE, DIST, ROOT } from './project.ts';
import { KILOBYTE, SIZE_LIMITS, type SizeLimit } from './size-limits.ts';

/** A measured size, in bytes after compression. */
export interface Size extends SizeLimit {
  readonly bytes: number;
}

/** The free part of a gate that we want to keep for the next change. If less is free, it is reported, and nothing fails. */
const MIN_FREE_SHARE = 0.03;

const PACKAGES_UNDER_MARKDOWN = ['marked', 'dompurify'];

/** The chunks that load with the first file of a question. */
const FIRST_FILE_CHUNKS = ['attached-files', 'files', 'file-store'];

/** Sizes that need no browser: the built files that every page loads, and our own part of `markdown.js`. */
export async function measureWidget(dist = DIST): Promise<Size[]> {
  return [
    { ...SIZE_LIMITS.script, bytes: await compressedSize(join(dist, 'cf-ai-chat.js')) },
    { ...SIZE_LIMITS.launcher, bytes: await compressedSize(join(dist, 'launcher.js')) },
    { ...SIZE_LIMITS.panel, bytes: await chunksSize(dist, ['script-panel']) },
    { ...SIZE_LIMITS.firstFile, bytes: await chunksSize(dist, FIRST_FILE_CHUNKS) },
    { ...SIZE_LIMITS.ownMarkdown, bytes: await measureOwnMarkdown() },
  ];
}

/** Compressed size of the chunks with these names; of a chunk that is built in two forms, the larger form. */
async function chunksSize(dist: string, names: readonly string[]): Promise<number> {
  const folder = join(dist, 'chunks');
  const files = await readdir(folder);
  const sizes = await Promise.all(
    names.map(async (name) => {
      const forms = files.filter((file) => file.startsWith(`${name}-`));
      if (forms.length === 0) throw new Error(`dist/chunks has no ${name}`);
      return Math.max(...(await Promise.all(forms.map((file) => compressedSize(join(folder, file))))));
    }),
  );
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

/** Size of a file compressed with brotli at the highest level. */
async function compressedSize(path: string): Promise<number> {
  return brotliCompressSync(await readFile(path)).length;
}

/** Compressed size of the built `markdown.js` and of the chunks that it imports, directly or through other chunks. */
export async function measureMarkdownModule(dist = DIST): Promise<number> {
  const sizes = new Map<string, number>();
  const waiting = ['markdown.js'];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (sizes.has(path)) continue;
    const code = await readFile(join(dist, path), 'utf8');
    sizes.set(path, brotliCompressSync(code).length);
    const folder = dirname(path);
    const imports = code.matchAll(/\bfrom\s*["'](\.[^"']+)["']/g);
    waiting.push(...[...imports].map(([, target = '']) => join(folder, target)));
  }
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** Throws if a size is larger than its gate; the message has the figures and the reasons for the bytes. */
export function checkGate({ title, bytes, gate, measures, why }: Size): void {
  if (bytes <= gate) return;
  const figures = `${title} is ${kilobytes(bytes)}, the gate is ${kilobytes(gate)}`;
  throw new Error(`${figures}\n${measures}\n${why.replaceAll(/\s+/g, ' ')}`);
}

/** The sizes as a table, with a note where a gate is exceeded or near. */
export function formatSizes(sizes: readonly Size[]): string {
  const rows = sizes.map((size) => {
    const { title, bytes, gate, goal } = size;
    const limits = `gate ${kilobytes(gate)}, goal ${kilobytes(goal)}`;
    return `  ${title.padEnd(40)} ${kilobytes(bytes).padStart(8)}   ${limits}${gateNote(size)}`;
  });
  return rows.join('\n');
}

function gateNote({ bytes, gate }: Size): string {
  if (bytes > gate) return '  over the gate';
  return bytes > gate * (1 - MIN_FREE_SHARE) ? `  less than ${MIN_FREE_SHARE * 100} % of room` : '';
}

/** A number of bytes as text: `10.1 KB`. */
function kilobytes(bytes: number): string {
  return `${(bytes / KILOBYTE).toFixed(1)} KB`;
}

/**
 * Size of our own code in `markdown.js` that the chat uses: without marked and DOMPurify, and without exports that only pages and
 * servers use, such as `renderToString`. Built like the panel's file, with the packages as external modules.
 */
async function measureOwnMarkdown(): Promise<number> {
  const { build: options, plugins = [], ...config } = modulesConfig(join(CACHE, 'markdown-size'));
  const lib = {
    entry: { markdown: join(ROOT, 'widget/markdown/index.ts') },
    formats: ['es' as const],
  };
  const rolldownOptions = { external: PACKAGES_UNDER_MARKDOWN, output: { minify: true, comments: false } };
  const built = { ...options, lib, rolldownOptions, write: false };
  const results = await build({ ...config, plugins: [...plugins, foldCode()], build: built });
  const chunks = [results]
    .flat()
    .flatMap((result) => ('output' in result ? result.output : []))
    .filter((file): file is Rolldown.OutputChunk => file.type === 'chunk');
  return chunks.reduce((sum, { code }) => sum + brotliCompressSync(code).length, 0);
}
