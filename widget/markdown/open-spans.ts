import type { Tokens } from 'marked';
import { isHalfTag } from './tags.ts';

/** Characters after which a `[` or a backtick that nothing closes yet is literal; emphasis stays open to the block's end. */
const MAX_SPAN = 240;

/** Marks at the end of a text, which may be half of longer ones, or have no content yet; looked for from the first one of a run only. */
const LAST_MARKS = /(?:\\|(?<![*_~=!$\\]))[*_~=!$]+$|\\$/;

/** Half a character reference, half a mark of a source. */
const HALF = /^(?:&#?\w{0,31}|【(?:\d[^】\n]{0,80})?)$/i;

/** Brackets, and what holds none: an escaped character, and code, also without its end. */
const BRACKET = /\\[^]|(`+)(?!`)(?:[^]*?[^`]\1(?!`)|[^]*)|[[\]]/g;

/** Behind `[words]`, the beginning of `(/x "title")` and of `[label]`: both make a link. */
const HALF_ADDRESS =
  /^\(\s*(?!\s)(?:<[^>\n]{0,120}>?|[\x21-\x7e]*[^\s\x21-\x7e]{0,120})(?:\s+(?:"[^"]{0,120}"?|'[^']{0,120}'?|\([^)]{0,120})?)?$/;
const HALF_LABEL = /^\[[^\]]{0,119}$/;

/** `[1]`, `[2, p. 14]`, `[doc1]`, `[^note]` and `[!NOTE]` are seldom links, so their brackets are likely to stay. */
const CITATION = /^(?:(?:d|do|doc)?\d*|\d+(?:[,;–-]\s*\d*)*|\d+,[^\]]{0,20}|!\w{0,9}|\^[^\s\]]{0,100})$/;

/** A link whose address has not arrived. */
export interface OpenLink {
  readonly isImage: boolean;
  readonly words: string;
  /** The bracket behind the words has arrived. */
  readonly hasWords: boolean;
  /** What is behind that. */
  readonly rest: string;
}

/** Inline text without the marks at its end, about which the next characters decide: `some **` is `some `. */
export function withoutLastMarks(text: string): string {
  return text.replace(LAST_MARKS, '');
}

/** Text that is not shown until more of it has arrived. */
export function withheld(raw: string): Tokens.Escape {
  return { type: 'escape', raw, text: '' };
}

/** Whether a text may be the beginning of a tag, of a character reference, or of a mark of a source. */
export function isHalf(src: string): boolean {
  return HALF.test(src) || isHalfTag(src);
}

/** Code without its end at the start of a text, and up to its end. "@ and `. Then" names the mark; `? extends T` is code. */
export function openCode(src: string): Tokens.Codespan | Tokens.Escape | undefined {
  const text = src.replace(/^`+|(?<!`)`+$/g, '');
  if (text.length > MAX_SPAN || /^[.,;:)]\s/.test(text)) return undefined;
  return /[^\s.,;:!?)]/.test(text) ? { type: 'codespan', raw: src, text } : withheld(src);
}

/**
 * The link or the image without its end at the start of a text, and up to its end. Not `[ x = \frac{1}{2} ]`, a formula that lost
 * its backslashes.
 *
 * @example
 * openLinkAt('[docs](https://exa'); // { isImage: false, words: 'docs', hasWords: true, rest: '(https://exa' }
 * openLinkAt('[docs] are'); // undefined
 */
export function openLinkAt(src: string): OpenLink | undefined {
  const isImage = src.startsWith('!');
  const start = isImage ? 2 : 1;
  const end = closingBracket(src);
  const words = src.slice(start, end);
  const rest = src.slice((end ?? Infinity) + 1);
  const isLink = rest === '' || HALF_ADDRESS.test(rest) || HALF_LABEL.test(rest);
  if (!isLink || words.length > MAX_SPAN || /^\s/.test(words)) return undefined;
  return { isImage, words, hasWords: end !== undefined, rest };
}

/** Whether a link without its end is not shown yet: it has no words, or is likely to be a citation. `[1][2` are two, or `[1][label` is a link. */
export function isWithheldLink({ isImage, words, rest }: OpenLink): boolean {
  return words === '' || (!isImage && !rest.startsWith('(') && CITATION.test(words));
}

/** Where the bracket ends with which a text begins. */
function closingBracket(src: string): number | undefined {
  let depth = 0;
  for (const { 0: mark, index } of src.matchAll(BRACKET)) {
    if (mark === '[') depth++;
    else if (mark === ']' && --depth === 0) return index;
  }
  return undefined;
}
