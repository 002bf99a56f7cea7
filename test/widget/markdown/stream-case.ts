import { MarkdownStream } from '../../../widget/markdown/index.ts';
import { outline } from './dom-outline.ts';
import { MarkdownWriter } from './random-markdown.ts';
import { Random } from './random.ts';
import { spliceExamples } from './spliced-markdown.ts';

/** A document this short may arrive one character at a time. */
const SHORT_LENGTH = 200;

/** One document in so many is put into elements of raw HTML. */
const HELD = 5;

/** A document and the pieces it arrives in, from one seed. */
export interface StreamCase {
  readonly seed: number;
  readonly markdown: string;
  readonly pieces: readonly string[];
}

/** The case of a seed, written by rules. */
export function makeCase(seed: number): StreamCase {
  return cut(seed, seed % HELD === 0 ? holdIn(seed) : new MarkdownWriter(seed).document());
}

/** The case of a seed, made of examples. */
export function makeSplicedCase(seed: number, examples: readonly string[]): StreamCase {
  const markdown = spliceExamples(seed, examples);
  return seed % 2 === 0 ? { seed, markdown, pieces: [...markdown] } : cut(seed, markdown);
}

/** Mostly a few pieces cut anywhere, sometimes many, sometimes single characters. */
function cut(seed: number, markdown: string): StreamCase {
  const random = new Random(seed ^ 0x5eed);
  if (markdown.length < SHORT_LENGTH && random.chance(0.2)) return { seed, markdown, pieces: [...markdown] };
  const count = random.pick([1, 2, 3, 4, 6, 8, 12, 16, 32]);
  const cuts = random.some(count, count, () => random.below(markdown.length + 1)).toSorted((a, b) => a - b);
  const pieces = [...cuts, markdown.length].map((end, index) => markdown.slice(cuts[index - 1] ?? 0, end));
  return { seed, markdown, pieces };
}

/** A document that is held by elements of raw HTML, with another one behind it. */
function holdIn(seed: number): string {
  const random = new Random(seed ^ 0xde7a);
  const [open, close] = random.pick([
    ['<details>\n<summary>More</summary>\n\n', '\n\n</details>\n\n'],
    ['<details open><summary>More</summary>\n\n', '\n</details>\n\n'],
    ['<div>\n<details>\n<summary>More</summary>\n\n', '\n\n</details>\n</div>\n\n'],
    ['<div>\n\n', '\n\n</div> and more\n\n'],
    ['<details>\n\n<div>\n\n', '\n\n</div>\n\n</details>\n\n'],
    ['<details>\n\n', '\n\n'],
  ] as const);
  return open + new MarkdownWriter(seed).document() + close + new MarkdownWriter(seed + 1).document();
}

/** The outline of a document that was streamed in these pieces, each drawn at once. */
export function streamed(pieces: Iterable<string>): string {
  const box = document.createElement('div');
  const stream = new MarkdownStream(box);
  for (const piece of pieces) {
    stream.push(piece);
    stream.flush();
  }
  stream.end();
  return outline(box);
}
