import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { foldCode } from './fold-code-plugin.ts';
import { modulesConfig } from './passes.ts';
import { CACHE, DIST, ROOT } from './project.ts';

/** One measured size, in bytes after compression, with the limits of DESIGN section 9. */
export interface Size {
  readonly title: string;
  readonly bytes: number;
  /** Past this the tests fail. */
  readonly gate: number;
  /** The size we would like to reach. */
  readonly goal: number;
}

export const KILOBYTE = 1024;

/** Part of a gate that stays free, so that the next change fits. Less is reported, and fails nothing. */
const ROOM = 0.03;

const PACKAGES_UNDER_MARKDOWN = ['marked', 'dompurify'];

/** Sizes that need no browser: what every page loads of a finished build, and our own part of `markdown.js`. */
export async function measureWidget(dist = DIST): Promise<Size[]> {
  return [
    {
      title: 'cf-ai-chat.js, brotli',
      bytes: await compressedSize(join(dist, 'cf-ai-chat.js')),
      // Measured: 9.6. Lit's ReactiveElement as published is 2.0, the styles of the launcher 1.0, the list of settings 0.5, the
      // launcher's name in all languages 0.4. The gate to all storage is here (0.3), since the open state is stored before the
      // panel is, and the page's colour scheme is read for the first frame (0.3).
      gate: 10 * KILOBYTE,
      goal: 9 * KILOBYTE,
    },
    {
      title: 'launcher.js, brotli',
      bytes: await compressedSize(join(dist, 'launcher.js')),
      // Measured: 3.3, of which words for a panel that is awaited are 0.8, in all languages.
      gate: 3.5 * KILOBYTE,
      goal: 3 * KILOBYTE,
    },
    {
      title: 'our own markdown code, brotli',
      bytes: await measureOwnMarkdown(),
      // Measured: 12.4, of which hosts in the texts of links are 1.2, formulas 0.6, selections 0.5, footnotes 0.4, appended text 0.4, an
      // end that redraws only what differs 0.3, emphasis of CJK 0.2. Rewritten twice for 10, it lost hosts, selections and frames.
      gate: 12.8 * KILOBYTE,
      goal: 9 * KILOBYTE,
    },
  ];
}

/** Bytes of a file as brotli makes them at its best. */
async function compressedSize(path: string): Promise<number> {
  return brotliCompressSync(await readFile(path)).length;
}

/** Compressed bytes of the built `markdown.js` and of the chunks that it imports, directly or through one another. */
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

/** Throws with the figures when a size is past its gate. */
export function checkGate({ title, bytes, gate }: Size): void {
  if (bytes > gate) throw new Error(`${title} is ${kilobytes(bytes)}, the gate is ${kilobytes(gate)}`);
}

/** The sizes as a table, with a note where the gate is passed or near. */
export function formatSizes(sizes: readonly Size[]): string {
  const rows = sizes.map((size) => {
    const { title, bytes, gate, goal } = size;
    const limits = `gate ${kilobytes(gate)}, goal ${kilobytes(goal)}`;
    return `  ${title.padEnd(36)} ${kilobytes(bytes).padStart(8)}   ${limits}${noteOn(size)}`;
  });
  return rows.join('\n');
}

function noteOn({ bytes, gate }: Size): string {
  if (bytes > gate) return '  over the gate';
  return bytes > gate * (1 - ROOM) ? `  less than ${ROOM * 100} % of room` : '';
}

/** A number of bytes in words. */
function kilobytes(bytes: number): string {
  return `${(bytes / KILOBYTE).toFixed(1)} KB`;
}

/**
 * What the chat has of `markdown.js`, without the packages in it and what is for embedders and servers: built as the panel's file
 * is, with the packages left outside.
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
