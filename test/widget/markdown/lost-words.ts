import { WORD, wordsOf, type SourceWord } from './source-words.ts';

/** How many added letters may stand between two words of the source: a link is followed by its host. */
const MAX_ADDED = 80;
/** How many letters must match after an added text. */
const MIN_FOLLOWING = 4;
/** How many added letters may stand before a word: a footnote's number, say. */
const MAX_ADDED_BEFORE_ONE = 6;

/**
 * The words of a source, outside of its syntax, that a DOM tree does not show in their order. A word counts as
 * shown where it stands right behind the word before it, whatever marks are between them (`H<sub>2</sub>O`
 * shows as `H2O`), or a little later at the start of a word.
 *
 * @example
 * lostWords('Replace <your-key> now.', tree); // ['<your', 'key'] where the tree has "Replace  now."
 */
export function lostWords(source: string, tree: Node): string[] {
  const words = wordsOf(source);
  const shown = new ShownLetters(tree);
  const lost: string[] = [];
  let skipped = 0;
  for (const [index, { text, isSyntax }] of words.entries()) {
    if (!isSyntax && shown.pass(text, () => lettersBehind(words, index), skipped)) {
      skipped = 0;
      continue;
    }
    skipped += text.length;
    if (!isSyntax) lost.push(text);
  }
  return lost;
}

/** The first letters of the words that follow a word, outside of syntax. */
function lettersBehind(words: readonly SourceWord[], index: number): string {
  let letters = '';
  for (let at = index + 1; at < words.length && letters.length < MIN_FOLLOWING; at++)
    if (!words[at]?.isSyntax) letters += words[at]?.text;
  return letters;
}

/** The letters and digits of a tree, which are consumed from first to last. */
class ShownLetters {
  #letters = '';
  /** The positions at which words, and the texts of elements, begin and end. */
  readonly #borders = new Set<number>();
  #at = 0;

  constructor(tree: Node) {
    let text = '';
    const borders: number[] = [];
    const walker = document.createTreeWalker(tree, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      text += (walker.currentNode as Text).data;
      borders.push(text.length);
    }
    for (const { index, 0: word } of text.matchAll(WORD)) {
      const end = index + word.length;
      for (const border of [
        index,
        index + word.search(/[^</]/),
        ...borders.filter((at) => at > index && at < end),
        end,
      ])
        this.#borders.add(this.#letters.length + border - index);
      this.#letters += word;
    }
  }

  /**
   * Moves behind a word if it comes next, or comes soon and the letters `behind` follow it. Before it,
   * `skipped` letters of syntax may be shown.
   */
  pass(word: string, behind: () => string, skipped: number): boolean {
    let found = this.#letters.indexOf(word, this.#at);
    while (found >= 0 && found - this.#at <= MAX_ADDED + skipped) {
      const added = found - this.#at;
      const end = found + word.length;
      // `&lt;` also stands for a bracket.
      const isNext = /^<?\/?$/.test(this.#letters.slice(this.#at, found));
      const isNear = added <= MAX_ADDED_BEFORE_ONE + skipped && this.#borders.has(end);
      const isFollowed = (): boolean => this.#letters.startsWith(behind(), end);
      if (isNext || (this.#borders.has(found) && (isNear || isFollowed()))) {
        this.#at = end;
        return true;
      }
      found = this.#letters.indexOf(word, found + 1);
    }
    return false;
  }
}
