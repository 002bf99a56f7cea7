/** What further characters at the end of an answer only make longer. */
type TextKind = 'words' | 'code span' | 'code line';

/** The text at the end of the open block, as it was read. */
export interface OpenText {
  readonly kind: TextKind;
  readonly text: string;
}

/** What may come, by kind: of words from the last one on, of a code span or a line of code from its start. */
const MORE: Readonly<Record<TextKind, RegExp>> = {
  // No `www.a.example`, no `1.` that may begin an item, and no `!` that `[` may follow. Each character fits in one way only: else
  // a long text that is none would be searched for ever.
  words:
    /^(?! ?\d+[.)])(?:(?:^| )[(“‘"]?(?:(?:[a-zA-Z\d'%/+-]|(?<=\d)[.,:](?=\d)|(?![\s“‘”…【])\P{ASCII})+[.,;:!?)”"…]{0,3})?)+(?<!!)$/u,
  'code span': /^[^`|\\\n]{1,240}$/,
  'code line': /^.+$/,
};

/** The elements of markdown that hold words or code. */
const PARENT = /^(?:p|li|t[dh]|h\d|strong|em|del|mark|su[bp]|code)$/;

/**
 * The text at the end of an answer, while nothing behind it is withheld: characters that hold no mark can only make it longer, so
 * that nothing has to be read again. More than half of the frames of an answer are such.
 *
 * @example
 * text.find(box, 'Hello **big wor', { kind: 'words', text: 'big wor' }); // in <p>Hello <strong>big wor</strong></p>
 * text.append('ld and'); // true: … world and</strong></p>
 * text.append('** more'); // false: to be read
 */
export class GrowingText {
  #node: Text | undefined;
  #kind: TextKind = 'words';
  /** The text, of words the last one with the space before it. */
  #tail = '';

  /** Looks for the open text with which a source ends, behind `frozen` in the box in which it is drawn; for none if there is none. */
  find(box: Element, source: string, open: OpenText | undefined, frozen: Node | null): void {
    this.#node = undefined;
    if (!open) return;
    this.#kind = open.kind;
    this.#tail = tailOf(open);
    const text = lastText(box);
    // Not "| a ", whose last space is no part of the cell.
    if (text && source.endsWith(this.#tail) && isGrowable(text, frozen)) this.#node = text;
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
    this.#tail = tailOf({ kind: this.#kind, text: grown });
    return true;
  }
}

function tailOf({ kind, text }: OpenText): string {
  return kind === 'words' ? text.slice(Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n') + 1)) : text;
}

/** Not a text of a frozen block, nor in a link, whose note depends on all of it, nor in what embedders put around words. */
function isGrowable(text: Text, frozen: Node | null): boolean {
  const isOpen = !frozen || frozen.compareDocumentPosition(text) === Node.DOCUMENT_POSITION_FOLLOWING;
  const parent = text.parentElement;
  // `www.a.test/(` is the link `www.a.test/` and a bracket, which `b)` makes a part of the address.
  const isBehindLink = text.previousSibling?.nodeName === 'A' && !/\s/.test(text.data);
  return isOpen && !isBehindLink && PARENT.test(parent?.localName ?? '') && !parent?.closest('a');
}

/** The last text of a tree but the line ends between blocks. */
function lastText(box: Element): Text | null {
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  let text = texts.lastChild();
  while (/^\n*$/.test(text?.nodeValue ?? ' ')) text = texts.previousNode();
  return text as Text | null;
}
