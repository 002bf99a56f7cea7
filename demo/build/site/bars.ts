import { findFigure, readFigures, readPageLoads, type Figure } from '../figures/figures.ts';
import { escapeHtml } from './escape-html.ts';

/** One bar of a chart. */
interface Bar {
  readonly name: string;
  readonly note: string;
  readonly value: number;
  /** The value as it is shown. */
  readonly words: string;
  readonly isOurs: boolean;
}

/** Bars for the sizes of a page load, of this chat and of others, and of all that this chat loads until a first answer. */
export async function sizeBars(): Promise<string> {
  const [own, peers] = await Promise.all([readFigures('bytes'), readPageLoads()]);
  const ours = (note: string, title: string): Bar => ({
    name: 'cf-ai-chat',
    note,
    value: valueOf(own, title),
    words: findFigure(own, title),
    isOurs: true,
  });
  return chart([
    ours('page load', 'cf-ai-chat.js, brotli'),
    ours('once somebody has asked, all of it', 'all until a first answer, brotli'),
    ...peers.map(({ title, value, baseline }) => ({
      name: title,
      note: baseline,
      value,
      words: findFigure(peers, title),
      isOurs: false,
    })),
  ]);
}

/** Ways to draw an answer of 10 KB while it streams, against drawing it once. */
const RENDERERS = [
  { title: 'mixed 10 KB, floor', name: 'Plain text', note: 'a bare box for each line, no markdown' },
  {
    title: 'mixed 10 KB, streaming-markdown',
    name: 'streaming-markdown',
    note: 'sanitizes nothing, knows no reference links',
  },
  { title: 'mixed 10 KB, ours', name: 'cf-ai-chat', note: 'sanitized, equal to the one-shot render' },
  {
    title: 'mixed 10 KB, block cache',
    name: 'Block cache',
    note: 'finished blocks kept, the last one drawn anew',
  },
  { title: 'mixed 10 KB, naive', name: 'All of it again', note: 'marked and DOMPurify in every frame' },
] as const;

/** Bars for the work of drawing an answer while it streams, in several ways. */
export async function speedBars(): Promise<string> {
  const figures = await readFigures('markdown');
  return chart(
    RENDERERS.map(({ title, name, note }) => ({
      name,
      note,
      value: valueOf(figures, title),
      words: findFigure(figures, title),
      isOurs: title.endsWith('ours'),
    })),
  );
}

function valueOf(figures: readonly Figure[], title: string): number {
  return figures.find((figure) => figure.title === title)?.value ?? 0;
}

/** Each bar is an SVG, since the policy of the page allows no inline style. */
function chart(bars: readonly Bar[]): string {
  const longest = Math.max(...bars.map(({ value }) => value));
  const rows = bars.map(({ name, note, value, words, isOurs }) => {
    const width = Math.max(0.4, (value / longest) * 100).toFixed(2);
    return `<li${isOurs ? ' class="ours"' : ''}><span class="name"><b>${escapeHtml(name)}</b> ${escapeHtml(note)}</span>
<svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${width}" height="1"/></svg>
<span class="size">${escapeHtml(words)}</span></li>`;
  });
  return `<ul class="bars">\n${rows.join('\n')}\n</ul>`;
}
