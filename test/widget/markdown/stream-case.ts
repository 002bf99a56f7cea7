import { MarkdownStream } from '../../../widget/markdown/index.ts';
import { outline } from './dom-outline.ts';
import { MarkdownWriter } from './random-markdown.ts';
import { Random } from './random.ts';

/** A document this short may arrive one character at a time. */
const SHORT_LENGTH = 200;

/** A document and the pieces it arrives in, from one seed. */
export interface StreamCase {
  readonly seed: number;
  readonly markdown: string;
  readonly pieces: readonly string[];
}

/** The case of a seed: mostly a few pieces cut anywhere, sometimes many, sometimes single characters. */
export function makeCase(seed: number): StreamCase {
  const markdown = new MarkdownWriter(seed).document();
  const random = new Random(seed ^ 0x5eed);
  if (markdown.length < SHORT_LENGTH && random.chance(0.2)) return { seed, markdown, pieces: [...markdown] };
  const count = random.pick([1, 2, 3, 4, 6, 8, 12, 16, 32]);
  const cuts = random.some(count, count, () => random.below(markdown.length + 1)).toSorted((a, b) => a - b);
  const pieces = [...cuts, markdown.length].map((end, index) => markdown.slice(cuts[index - 1] ?? 0, end));
  return { seed, markdown, pieces };
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
