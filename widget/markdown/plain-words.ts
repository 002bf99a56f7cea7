/** Words behind spaces, with marks at their ends that are no syntax; no `www.a.example`, and no `!` that `[` may follow. */
const PLAIN_WORDS = /^(?: [(“‘"]?[\p{L}\p{N}\p{M}'’-]*[.,;:!?)”"…]{0,3})+(?<!!)$/u;

/**
 * The last words of the open block, while nothing in it is open or withheld: more words behind them can only make the
 * text longer, so that nothing has to be read again. About a third of the frames of an answer are such.
 *
 * @example
 * words.find(box, 'Hello **big** wor'); // in <p>Hello <strong>big</strong> wor</p>
 * words.append('ld and'); // true: … world and</p>
 * words.append(' *more'); // false: to be read
 */
export class PlainWords {
  #text: Text | undefined;
  /** The source from the last space on. */
  #tail = '';

  /** Looks for the last words of a text that is drawn as it stands. */
  find(box: Element, source: string): void {
    const line = source.slice(source.lastIndexOf('\n') + 1);
    const at = line.lastIndexOf(' ');
    this.#text = at < 0 ? undefined : lastText(box);
    this.#tail = line.slice(at);
  }

  /** From here on no words are known. */
  forget(): void {
    this.#text = undefined;
  }

  /** Appends plain words; `false`, and nothing done, for anything else. */
  append(text: string): boolean {
    const grown = this.#tail + text;
    if (!this.#text?.data.endsWith(this.#tail) || !PLAIN_WORDS.test(grown)) return false;
    this.#text.appendData(text);
    this.#tail = grown.slice(grown.lastIndexOf(' '));
    return true;
  }
}

/** The last text of a tree but the white space between blocks; none where an element that is not the answer's comes last. */
function lastText(box: Element): Text | undefined {
  let node: ChildNode | null = box.lastChild;
  while (node && !(node instanceof Text && node.data.trim() !== '')) {
    if (node.nodeName.includes('-')) return undefined;
    node = node instanceof Text ? node.previousSibling : node.lastChild;
  }
  return node ?? undefined;
}
