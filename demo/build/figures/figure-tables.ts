import { findFigure, readFigures, readPageLoads, type Figure } from './figures.ts';

/** Rows of the table of sizes: words, and the title in `npm run bench -- bytes`. */
const LOADED = [
  ['on page load', 'cf-ai-chat.js, brotli'],
  ['when the page is idle, besides', 'launcher.js, brotli'],
  ['until a first answer with code and sources is on screen, all in all', 'all until a first answer, brotli'],
] as const;

const MARKDOWN = [
  [
    '`markdown.js` and what it imports (marked and DOMPurify are in it)',
    'markdown.js and what it imports, brotli',
  ],
  ['of this, our own code', 'our own markdown code, brotli'],
] as const;

/** Renderers in the table about speed, by their names in `npm run bench -- markdown`. */
const RENDERERS = [
  ['cf-ai-chat', 'ours'],
  ['a bare `<div>` per line', 'floor'],
  ['streaming-markdown', 'streaming-markdown'],
  ['naive', 'naive'],
] as const;

const ANSWERS = ['2 KB', '10 KB', '50 KB'] as const;
const BASELINE = 'one-shot';

/** The tables of README with figures, by the names of their markers. */
export async function readmeFigures(): Promise<ReadonlyMap<string, string>> {
  const own = rowsOf(await readFigures('bytes'), LOADED).map(([words = '', size = '']) => [
    `**cf-ai-chat**, ${words}`,
    size,
  ]);
  const peers = await readPageLoads();
  const others = peers.map(({ title, baseline }) => [`${title} ${baseline}`, findFigure(peers, title)]);
  return new Map([['size', table(['with brotli, level 11', 'size'], [...own, ...others])]]);
}

/** Tables of the page with frequently asked questions. */
export async function faqFigures(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['own-size', table(['what is downloaded', 'size'], rowsOf(await readFigures('bytes'), LOADED))],
  ]);
}

/** Tables of the page about streaming markdown. */
export async function markdownFigures(): Promise<ReadonlyMap<string, string>> {
  const bytes = await readFigures('bytes');
  const speed = (await readFigures('markdown')).filter(({ baseline }) => baseline === BASELINE);
  return new Map([
    ['markdown-size', table(['what is loaded', 'size'], rowsOf(bytes, MARKDOWN))],
    ['markdown-speed', table(['renderer', ...ANSWERS], speedRows(speed))],
  ]);
}

/** Rows of the table of CPU: how many tokens the model sends at once, and the title in `npm run bench -- worker`. */
const WORKER = [
  ['one token', 'CPU, 500 tokens, 1 a chunk, as deployed'],
  ['20 tokens', 'CPU, 500 tokens, 20 a chunk, as deployed'],
] as const;
const PLACES = ['in the Worker', 'in its objects'] as const;

/** Rows of the table of costs: words, and the title in `npm run bench -- objects`. */
const OBJECTS = [
  ['requests of 1,000 answers', 'object requests of 1,000 answers'],
  ['time in memory of 1,000 answers', 'object time of 1,000 answers'],
  ['the same as it is billed (128 MB for an object)', 'object time of 1,000 answers, as it is billed'],
  ['answers a day on the free plan, by requests', 'answers a day on the free plan, by requests'],
  ['answers a day on the free plan, by time', 'answers a day on the free plan, by time'],
] as const;

/** Tables of the page about the Worker. */
export async function workerFigures(): Promise<ReadonlyMap<string, string>> {
  const times = (await readFigures('worker')).filter(({ unit }) => unit === 'ms');
  const rows = WORKER.map(([words, title]) => [
    words,
    ...PLACES.map((place) => findFigure(times, `${title}, ${place}`)),
  ]);
  const objects = rowsOf(await readFigures('objects'), OBJECTS);
  return new Map([
    ['worker-cpu', table(['the model sends at once', ...PLACES], rows)],
    ['worker-objects', table(['objects', 'measured'], objects)],
  ]);
}

function rowsOf(figures: readonly Figure[], rows: readonly (readonly [string, string])[]): string[][] {
  return rows.map(([words, title]) => [words, findFigure(figures, title)]);
}

function speedRows(figures: readonly Figure[]): string[][] {
  return RENDERERS.map(([words, name]) => [
    words,
    ...ANSWERS.map((size) => cell(figures, `mixed ${size}, ${name}`)),
  ]);
}

/** Slow renderers are not measured with long answers. */
function cell(figures: readonly Figure[], title: string): string {
  return figures.some((figure) => figure.title === title) ? findFigure(figures, title) : 'not measured';
}

/** A table in markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
