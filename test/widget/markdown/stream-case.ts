import { MarkdownStream, renderMarkdown } from '../../../widget/markdown/index.ts';
import { outline } from './dom-outline.ts';
import { MarkdownWriter } from './random-markdown.ts';
import { Random } from './random.ts';

const MAX_LENGTH = 4000;

/** A document and the pieces it arrives in, from one seed. */
export interface StreamCase {
  readonly seed: number;
  readonly markdown: string;
  readonly pieces: readonly string[];
}

/** The case of a seed: mostly pieces of a few characters, sometimes single ones or long ones. */
export function makeCase(seed: number): StreamCase {
  const markdown = new MarkdownWriter(seed).document().slice(0, MAX_LENGTH);
  const random = new Random(seed ^ 0x5eed);
  const longest = Math.max(random.pick([1, 4, 16, 64, 64, 400]), Math.ceil(markdown.length / 200));
  const pieces: string[] = [];
  for (let at = 0; at < markdown.length;) {
    const size = 1 + random.below(longest);
    pieces.push(markdown.slice(at, at + size));
    at += size;
  }
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

/** How a finished stream differs from the one-shot render; `undefined` if it does not. */
export function differenceOf({
  markdown,
  pieces,
}: StreamCase): { wanted: string; drawn: string } | undefined {
  const wanted = outline(renderMarkdown(markdown));
  const drawn = streamed(pieces);
  return wanted === drawn ? undefined : { wanted, drawn };
}
