import type { Tokens } from 'marked';
import { isHalfTag } from './tags.ts';

/**
 * After so many characters, a `[` or a backtick without its partner is plain text. Emphasis stays open to the end of the
 * block.
 */
const MAX_SPAN = 240;

/**
 * Marks at the end of a text that may become longer marks, or have no content yet. The lookbehind lets a match start only at
 * the first mark of a run.
 */
const LAST_MARKS = /(?:\\|(?<![*_~=!$\\]))[*_~=!$]+$|\\$/;

/** The beginning of a character reference or of a source mark. */
const HALF = /^(?:&#?\w{0,31}|【(?:\d[^】\n]{0,80})?)$/i;

/** Brackets; also escaped characters and code, whose brackets do not count. Code may lack its end. */
const BRACKET = /\\[^]|(`+)(?!`)(?:[^]*?[^`]\1(?!`)|[^]*)|[[\]]/g;

/** Text after `[words]` that may become a link: the beginning of `(/x "title")`, and of `[label]`. */
const HALF_ADDRESS =
  /^\(\s*(?!\s)(?:<[^>\n]{0,120}>?|[\x21-\x7e]*[^\s\x21-\x7e]{0,120})(?:\s+(?:"[^"]{0,120}"?|'[^']{0,120}'?|\([^)]{0,120})?)?$/;
const HALF_LABEL = /^\[[^\]]{0,119}$/;

/** Words of brackets that seldom become a link: `[1]`, `[2, p. 14]`, `[doc1]`, `[^note]`, `[!NOTE]`. */
const CITATION = /^(?:(?:d|do|doc)?\d*|\d+(?:[,;–-]\s*\d*)*|\d+,[^\]]{0,20}|!\w{0,9}|\^[^\s\]]{0,100})$/;

/** A link whose address has not arrived completely. */
export interface OpenLink {
  readonly isImage: boolean;
  readonly words: string;
  /** Whether the closing bracket of the words has arrived. */
  readonly hasWords: boolean;
  /** The text after that bracket. */
  readonly rest: string;
}

/** Inline text without the marks at its end, which the next characters decide about: `some **` becomes `some `. */
export function withoutLastMarks(text: string): string {
  return text.replace(LAST_MARKS, '');
}

/** A token for text that is not shown until more of it arrives. */
export function withheld(raw: string): Tokens.Escape {
  return { type: 'escape', raw, text: '' };
}

/** Whether a text may be the beginning of a tag, a character reference, or a source mark. */
export function isHalf(src: string): boolean {
  return HALF.test(src) || isHalfTag(src);
}

/**
 * Code at the start of a text whose closing backtick has not arrived. In "@ and `. Then" the text speaks about the mark; `?
 * extends T` is code.
 */
export function openCode(src: string): Tokens.Codespan | Tokens.Escape | undefined {
  const text = src.replace(/^`+|(?<!`)`+$/g, '');
  if (text.length > MAX_SPAN || /^[.,;:)]\s/.test(text)) return undefined;
  return /[^\s.,;:!?)]/.test(text) ? { type: 'codespan', raw: src, text } : withheld(src);
}

/**
 * The link or image at the start of a text that has not arrived completely. Excluded: `[ x = \frac{1}{2} ]`, a formula that
 * lost its backslashes.
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

/**
 * Whether an incomplete link is not shown yet: it has no words, or is probably a citation. `[1][2` becomes two citations,
 * `[1][label` a link.
 */
export function isWithheldLink({ isImage, words, rest }: OpenLink): boolean {
  return words === '' || (!isImage && !rest.startsWith('(') && CITATION.test(words));
}

/** The index of the bracket that closes the one at the start of a text. */
function closingBracket(src: string): number | undefined {
  let depth = 0;
  for (const { 0: mark, index } of src.matchAll(BRACKET)) {
    if (mark === '[') depth++;
    else if (mark === ']' && --depth === 0) return index;
  }
  return undefined;
}
