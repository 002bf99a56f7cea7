import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../../widget/build/project.ts';
import { escapeHtml } from './escape-html.ts';

/** The figures of the demo page; `npm run figures` writes them. */
export const FIGURES = join(ROOT, 'demo/figures.json');

/** Our sizes on the wire, with brotli 11. */
export interface OwnFigures {
  readonly version: string;
  /** What a page load brings. */
  readonly pageLoadBytes: number;
  /** All until a first answer with code and sources is on the screen. */
  readonly answerBytes: number;
}

/** Everything in the file. */
export interface Figures {
  readonly ours: OwnFigures;
  readonly peers: readonly {
    readonly name: string;
    readonly package: string;
    readonly version: string;
    readonly requests: number;
    readonly bytes: number;
  }[];
}

/** A size as the page says it, such as `10.2 KB`. */
export function kilobytes(bytes: number): string {
  const value = bytes / 1024;
  return `${value < 100 ? value.toFixed(1) : value.toFixed()} KB`;
}

/** The bars: how much a page load brings, smallest first. */
export async function figuresHtml(): Promise<string> {
  const { ours, peers } = JSON.parse(await readFile(FIGURES, 'utf8')) as Figures;
  const longest = Math.max(...peers.map(({ bytes }) => bytes));
  const bars = [
    bar({
      name: 'cf-ai-chat',
      note: `${ours.version}, page load`,
      bytes: ours.pageLoadBytes,
      longest,
      isOurs: true,
    }),
    bar({
      name: 'cf-ai-chat',
      note: 'once somebody has asked, all of it',
      bytes: ours.answerBytes,
      longest,
      isOurs: true,
    }),
    ...peers.map(({ name, version, bytes }) => bar({ name, note: `${version}, page load`, bytes, longest })),
  ];
  return `<ul class="bars">\n${bars.join('\n')}\n</ul>`;
}

interface Bar {
  readonly name: string;
  readonly note: string;
  readonly bytes: number;
  readonly longest: number;
  readonly isOurs?: boolean;
}

/** A `meter` would have to be told what is good; an SVG needs no inline style, which the page's policy forbids. */
function bar({ name, note, bytes, longest, isOurs = false }: Bar): string {
  const width = Math.max(0.4, (bytes / longest) * 100).toFixed(2);
  return `<li${isOurs ? ' class="ours"' : ''}><span class="name"><b>${escapeHtml(name)}</b> ${escapeHtml(note)}</span>
<svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${width}" height="1"/></svg>
<span class="size">${kilobytes(bytes)}</span></li>`;
}
