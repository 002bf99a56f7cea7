/** The kinds of text at the end of an answer that further characters may simply continue. */
type TextKind = 'words' | 'code span' | 'code line';

/** The text at the end of the open block. */
export interface OpenText {
  readonly kind: TextKind;
  readonly text: string;
}

/**
 * Text that stays plain after characters are appended. For words: the last word with the new characters; for code: the whole
 * span or line.
 */
const CONTINUATION: Readonly<Record<TextKind, RegExp>> = {
  // Excluded: `www.a.example`, `1.` that may begin a list item, and `!` that `[` may follow. Each character can match in only
  // one way; otherwise a long text without a match would take exponential time.
  words:
    /^(?! ?\d+[.)])(?:(?:^| )[(“‘"]?(?:(?:[a-zA-Z\d'%/+-]|(?<=\d)[.,:](?=\d)|(?![\s“‘”…【])\P{ASCII})+[.,;:!?)”"…]{0,3})?)+(?<!!)$/u,
  'code span': /^[^`|\\\n]{1,240}$/,
  'code line': /^.+$/,
};

/** Markdown elements that contain words or code. */
const TEXT_ELEMENT = /^(?:p|li|t[dh]|h\d|strong|em|del|mark|su[bp]|code)$/;

/**
 * The text node at the end of an answer, while nothing after it is withheld. Characters without markdown syntax can only
 * continue it, so they are appended without tokenizing. More than half of an answer's frames are like this.
 *
 * @example
 * text.find(box, 'Hello **big wor', { kind: 'words', text: 'big wor' }); // in <p>Hello <strong>big wor</strong></p>
 * text.append('ld and'); // true: … world and</strong></p>
 * text.append('** more'); // false: to be read
 */
export class GrowingText {
  #node: Text | undefined;
  #kind: TextKind = 'words';
  /** The end of the text: of words the last word with the space before it, of code all of it. */
  #tail = '';

  /** Looks in `box`, after `frozen`, for the text node that shows the end of `source`; there may be none. */
  find(box: Element, source: string, open: OpenText | undefined, frozen: Node | null): void {
    this.#node = undefined;
    if (!open) return;
    this.#kind = open.kind;
    this.#tail = tailOf(open);
    const text = lastText(box);
    // Excluded: in "| a " the last space is not part of the cell.
    if (text && source.endsWith(this.#tail) && isGrowable(text, frozen)) this.#node = text;
  }

  /** Appends characters that only continue the text. For any other characters does nothing and returns `false`. */
  append(characters: string): boolean {
    const node = this.#node;
    const end = this.#kind === 'code line' ? '\n' : '';
    const grown = this.#tail + characters;
    // The text node may have changed: the chip of a citation may have split it.
    if (!this.#tail || !node?.data.endsWith(this.#tail + end) || !CONTINUATION[this.#kind].test(grown))
      return false;
    // Not with `insertData`: a selection that ends after the line end would grow.
    if (end) node.deleteData(node.length - 1, 1);
    node.appendData(characters + end);
    this.#tail = tailOf({ kind: this.#kind, text: grown });
    return true;
  }
}

function tailOf({ kind, text }: OpenText): string {
  return kind === 'words' ? text.slice(Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n') + 1)) : text;
}

/** Excluded: text of a frozen block, text in a link (its note depends on the whole text), and text in elements of embedders. */
function isGrowable(text: Text, frozen: Node | null): boolean {
  const isOpen = !frozen || frozen.compareDocumentPosition(text) === Node.DOCUMENT_POSITION_FOLLOWING;
  const parent = text.parentElement;
  // After `www.a.test/`, the text `(` may become part of the address: `www.a.test/(b)`.
  const isBehindLink = text.previousSibling?.nodeName === 'A' && !/\s/.test(text.data);
  return isOpen && !isBehindLink && TEXT_ELEMENT.test(parent?.localName ?? '') && !parent?.closest('a');
}

/** The last text node that is not a line end between blocks. */
function lastText(box: Element): Text | null {
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  let text = texts.lastChild();
  while (/^\n*$/.test(text?.nodeValue ?? ' ')) text = texts.previousNode();
  return text as Text | null;
}
