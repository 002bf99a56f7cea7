import { isGrowing } from '../../../../base/is-growing.ts';
import { hideRange, showRange, type ShownRange } from './highlight-registry.ts';
import { type LineToken, LineTokenizer } from './line-tokenizer.ts';
import type { Mode } from './mode.ts';

/** Lines whose highlights are added and removed together. */
const PAGE_LINES = 16;

/**
 * The highlights of one code block. Each line is tokenized once, when it is complete, so that colours never change while code
 * arrives. Lines far out of view keep their tokens but have no ranges.
 */
export class HighlightedCode {
  readonly #code: HTMLElement;
  readonly #tokenizer: LineTokenizer;
  /** The tokens of the lines, and the offset of each line in the text; the last offset is the end of all tokenized lines. */
  readonly #lines: (readonly LineToken[])[] = [];
  readonly #starts: number[] = [0];
  readonly #pages = new Map<number, readonly ShownRange[]>();

  constructor(code: HTMLElement, mode: Mode) {
    this.#code = code;
    this.#tokenizer = new LineTokenizer(mode);
  }

  /** Tokenizes complete lines until the deadline, a time of `performance.now()`. Returns whether all are tokenized. */
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
    // The renderer may have split the text node that contained the last ranges, so highlight these again.
    if (this.#lines.length > before) this.#hideFrom(pageOf(before) - 1);
    return at === lines.length;
  }

  /** Highlights the lines from `first` to `last`, in groups of {@link PAGE_LINES}; removes the highlights of all other lines. */
  show(first: number, last: number): void {
    const end = Math.min(last, this.#lines.length - 1);
    for (const page of this.#pages.keys()) {
      if (page < pageOf(first) || page > pageOf(end)) this.#hideLinePage(page);
    }
    for (let page = Math.max(pageOf(first), 0); page <= pageOf(end); page++) {
      if (!this.#pages.has(page)) this.#showPage(page);
    }
  }

  /** Removes all highlights. */
  hide(): void {
    this.#hideFrom(0);
  }

  /**
   * The complete lines from an offset on. While code arrives, its last line is incomplete, though the renderer ends it with a
   * line end.
   */
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
        // Located by its first character: the offset before that may be the end of another text node.
        const [startContainer, afterStart] = position(offset + start + 1);
        const [endContainer, endOffset] = position(offset + end);
        if (!startContainer || !endContainer) continue;
        // Static, because every live range slows down each change of the document.
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

/** The text of a code block from an offset on. */
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

/** Returns a function that finds text node and offset for an offset in a code block. Call it with ascending offsets. */
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

/** Walks the text nodes of a code block: the renderer splits long code into several. */
function textsOf(code: Node): TreeWalker {
  return document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
}
