import { MarkdownStream } from '../../../widget/markdown/index.ts';
import { outline } from './dom-outline.ts';

/** The outline of a text that was streamed in these pieces, each drawn at once. */
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

/** The pieces of a text; their sizes are taken in turn, and from the first again until the text ends. */
export function* piecesInTurn(text: string, sizes: readonly number[]): Iterable<string> {
  let start = 0;
  for (let index = 0; start < text.length; index++) {
    const end = start + (sizes[index % sizes.length] ?? 1);
    yield text.slice(start, end);
    start = end;
  }
}

/**
 * Streams a text into a box on the page, in pieces of one size or of sizes in turn, and calls back after every
 * frame.
 */
export function eachFrame(
  text: string,
  sizes: number | readonly number[],
  look: (box: HTMLElement, received: string) => void,
): HTMLElement {
  const box = document.createElement('div');
  document.body.append(box);
  const stream = new MarkdownStream(box);
  let received = '';
  for (const piece of piecesInTurn(text, [sizes].flat())) {
    stream.push(piece);
    stream.flush();
    received += piece;
    look(box, received);
  }
  stream.end();
  box.remove();
  return box;
}

/** The visible text of a tree without white space, which changes with the blocks. */
export function words(node: Node): string {
  return (node.textContent ?? '').replace(/\s+/g, '');
}

/** How many nodes a tree has below its root. */
export function countNodes(root: Node): number {
  const walker = document.createTreeWalker(root);
  let count = 0;
  while (walker.nextNode()) count++;
  return count;
}

/** The first text node of a tree that contains this text. */
export function findText(root: Node, text: string): Text | undefined {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if ((walker.currentNode as Text).data.includes(text)) return walker.currentNode as Text;
  }
  return undefined;
}

/** Selects this text in a tree; from its end to its start where `isBackward` is true. */
export function selectWords(root: Node, text: string, isBackward = false): void {
  const node = findText(root, text);
  if (!node) throw new Error(`expected the words ${JSON.stringify(text)}`);
  const start = node.data.indexOf(text);
  const end = start + text.length;
  if (isBackward) getSelection()?.setBaseAndExtent(node, end, node, start);
  else getSelection()?.setBaseAndExtent(node, start, node, end);
}
