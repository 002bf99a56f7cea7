import { isGrowing } from '../../../../base/is-growing.ts';
import { hideRange, showRange, type ShownRange } from './highlight-registry.ts';
import { type LineToken, LineTokenizer } from './line-tokenizer.ts';
import type { Mode } from './mode.ts';

/** Lines that get and lose their colours together. */
const PAGE_LINES = 16;

/**
 * The colours of one code block. Each line is read once, when it is complete, so that code which still
 * arrives never changes its colours; lines far out of view have their tokens but no ranges.
 */
export class HighlightedCode {
  readonly #code: HTMLElement;
  readonly #tokenizer: LineTokenizer;
  /** The tokens of the lines read, and where in the text each line starts; one start more than lines. */
  readonly #lines: (readonly LineToken[])[] = [];
  readonly #starts: number[] = [0];
  readonly #pages = new Map<number, readonly ShownRange[]>();

  constructor(code: HTMLElement, mode: Mode) {
    this.#code = code;
    this.#tokenizer = new LineTokenizer(mode);
  }

  /** Reads complete lines until the deadline, in the time of `performance.now()`; returns whether all are read. */
  read(deadline: number): boolean {
    const before = this.#lines.length;
    const start = this.#starts[before] ?? 0;
    const lines = this.#completeLines(start);
    let at = 0;
    while (at < lines.length && performance.now() < deadline) {
      const end = lines.indexOf('\n', at);
      this.#lines.push(this.#tokenizer.read(lines.slice(at, end)));
      at = end + 1;
      this.#starts.push(start + at);
    }
    // The renderer may have split the text node that the last ranges were in.
    if (this.#lines.length > before) this.#hideFrom(pageOf(before) - 1);
    return at === lines.length;
  }

  /** Colours the lines from `first` up to `last`, and with them their page; no other line has colours. */
  show(first: number, last: number): void {
    const end = Math.min(last, this.#lines.length - 1);
    for (const page of this.#pages.keys()) {
      if (page < pageOf(first) || page > pageOf(end)) this.#hideLinePage(page);
    }
    for (let page = Math.max(pageOf(first), 0); page <= pageOf(end); page++) {
      if (!this.#pages.has(page)) this.#showPage(page);
    }
  }

  /** Takes all colours away. */
  hide(): void {
    this.#hideFrom(0);
  }

  /** Of `const a\n` that is still arriving nothing: the renderer ends the last line, too. */
  #completeLines(start: number): string {
    const text = textFrom(this.#code, start);
    const end = isGrowing(this.#code) ? text.length - 1 : text.length;
    return text.slice(0, text.slice(0, end).lastIndexOf('\n') + 1);
  }

  #showPage(page: number): void {
    const position = createLocator(this.#code);
    const shown: ShownRange[] = [];
    for (let line = page * PAGE_LINES; line < (page + 1) * PAGE_LINES; line++) {
      const offset = this.#starts[line] ?? 0;
      for (const { kind, start, end } of this.#lines[line] ?? []) {
        // By its first character: the offset before it may be the end of another text node.
        const [startContainer, afterStart] = position(offset + start + 1);
        const [endContainer, endOffset] = position(offset + end);
        if (!startContainer || !endContainer) continue;
        // A live range would cost the whole document something with every change.
        const range = new StaticRange({
          startContainer,
          startOffset: afterStart - 1,
          endContainer,
          endOffset,
        });
        shown.push({ kind, range });
      }
    }
    shown.forEach(showRange);
    this.#pages.set(page, shown);
  }

  #hideFrom(first: number): void {
    for (const page of this.#pages.keys()) {
      if (page >= first) this.#hideLinePage(page);
    }
  }

  #hideLinePage(page: number): void {
    this.#pages.get(page)?.forEach(hideRange);
    this.#pages.delete(page);
  }
}

function pageOf(line: number): number {
  return Math.floor(line / PAGE_LINES);
}

/** The text of a code block from an offset on, without reading what is before. */
function textFrom(code: Node, offset: number): string {
  let text = '';
  let skip = offset;
  for (const texts = textsOf(code); texts.nextNode();) {
    const { data } = texts.currentNode as Text;
    if (skip < data.length) text += data.slice(skip);
    skip = Math.max(skip - data.length, 0);
  }
  return text;
}

/** Finds the text node and the offset in it for offsets in a code block's text, asked for in ascending order. */
function createLocator(code: Node): (offset: number) => readonly [Node | null, number] {
  const texts = textsOf(code);
  let node = texts.nextNode() as Text | null;
  let start = 0;
  return (offset) => {
    while (node && offset - start > node.length) {
      start += node.length;
      node = texts.nextNode() as Text | null;
    }
    return [node, offset - start];
  };
}

/** The renderer puts long code into several text nodes. */
function textsOf(code: Node): TreeWalker {
  return document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
}
