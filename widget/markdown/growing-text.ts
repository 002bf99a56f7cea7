import { CONTAINERS } from './withhold.ts';

/** What further characters at the end of an answer only make longer. */
export type TextKind = 'words' | 'code span' | 'code line';

/** What may come, by kind: of words, a code span or a line of code, from where the last word, the span or the line begins. */
const MORE: Readonly<Record<TextKind, RegExp>> = {
  // No `www.a.example`, no `1.` that may begin an item, and no `!` that `[` may follow. Each character fits in one way only: else
  // a long text that is none would be searched for ever.
  words:
    /^(?! ?\d+[.)])(?:(?:^| )[(“‘"]?(?:(?:[a-zA-Z\d'%/-]|(?![\s“‘”…【])\P{ASCII})+[.,;:!?)”"…]{0,3})?)+(?<!!)$/u,
  'code span': /^[^`|\\\n]{1,240}$/,
  'code line': /^.+$/,
};

/**
 * The text at the end of an answer, while nothing behind it is withheld: characters that hold no mark can only make it longer, so
 * that nothing has to be read again. More than half of the frames of an answer are such.
 *
 * @example
 * text.find(box, 'Hello **big wor', 'words'); // in <p>Hello <strong>big wor</strong></p>
 * text.append('ld and'); // true: … world and</strong></p>
 * text.append('** more'); // false: to be read
 */
export class GrowingText {
  #node: Text | undefined;
  #kind: TextKind = 'words';
  /** The source from where the kind begins. */
  #tail = '';

  /** Looks for the text of a kind with which a source ends, behind `frozen` in the box in which it is drawn; of none for `undefined`. */
  find(
    box: Element,
    source: string,
    { kind, frozen }: { kind: TextKind | undefined; frozen: Node | null },
  ): void {
    this.#node = undefined;
    const text = kind && lastText(box);
    if (!text || !isGrowable(text, frozen)) return;
    const line = source.slice(source.lastIndexOf('\n') + 1).replace(CONTAINERS, '');
    const tail = tailOf(line, kind);
    const word = tail.trimStart();
    // The first word of a cell stands behind a space, which is not drawn.
    const isCell = /^T[DH]$/.test(text.parentElement?.nodeName ?? '') && text.data === word;
    this.#node = text;
    this.#kind = kind;
    this.#tail = isCell ? word : tail;
  }

  /** Appends characters that make the text longer; `false`, and nothing done, for any other. */
  append(characters: string): boolean {
    const node = this.#node;
    const end = this.#kind === 'code line' ? '\n' : '';
    const grown = this.#tail + characters;
    // A chip for a source may have split the text since.
    if (!this.#tail || !node?.data.endsWith(this.#tail + end) || !MORE[this.#kind].test(grown)) return false;
    // Not by `insertData`: a selection that ends behind the line end would grow.
    if (end) node.deleteData(node.length - 1, 1);
    node.appendData(characters + end);
    this.#tail = tailOf(grown, this.#kind);
    return true;
  }
}

/** The last word of a line with the space before it, its open code span, or all of it. */
function tailOf(line: string, kind: TextKind): string {
  if (kind === 'words') return line.slice(Math.max(0, line.lastIndexOf(' ')));
  return kind === 'code span' ? line.slice(line.lastIndexOf('`') + 1) : line;
}

/** Not a text of a frozen block, nor in a link, whose note depends on all of it, nor in what embedders put around words. */
function isGrowable(text: Text, frozen: Node | null): boolean {
  const isOpen = !frozen || frozen.compareDocumentPosition(text) === Node.DOCUMENT_POSITION_FOLLOWING;
  const parent = text.parentElement;
  return isOpen && !parent?.closest('a,span') && !parent?.localName.includes('-');
}

/** The last text of a tree but the white space between blocks. */
function lastText(box: Element): Text | null {
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  let text = texts.lastChild();
  while (text?.nodeValue?.trim() === '') text = texts.previousNode();
  return text as Text | null;
}
