/**
 * Chinese, Japanese and Korean characters: those of their scripts, their punctuation, and full and half width forms. Of the
 * wide characters of Unicode, which the amendment names, it lacks those of rarer scripts, such as Yi and Tangut.
 */
const CJK = '\\u2E80-\\u33FF\\p{Script=Han}\\p{Script=Hangul}\\uFE10-\\uFE6F\\uFF01-\\uFFEE';

/** Text with a delimiter run that may stand beside such a character, or beside a character of theirs with a selector of its variant. */
const HAS_CJK = new RegExp(`[${CJK}\\uFE01\\u{E0100}-\\u{E01EF}]`, 'u');
const BEFORE_CJK = new RegExp(`^[${CJK}]`, 'u');
const BEHIND_CJK = new RegExp(`(?:[${CJK}][\\uFE00-\\uFE0E]?|[‘’“”]\\uFE01|[\\u{E0100}-\\u{E01EF}])$`, 'u');

/** A run of `*` or `~` with the character before it (and its variation selector), and the one behind it. */
const RUN = /([^\s*_~][\uFE00-\uFE0E]?)(\*+|~+)(?=([^\s*~]))/gu;

/** Whether a text has a character by which emphasis is read differently. */
export function hasCjk(text: string): boolean {
  return HAS_CJK.test(text);
}

/**
 * Whether the run of `*` or `~` between two texts stands beside a CJK character, where it may open and close emphasis whatever
 * is on its other side: these scripts put no spaces around it. This is CommonMark's rule as amended by
 * https://github.com/tats-u/markdown-cjk-friendly (specification.md).
 *
 * @example
 * isBesideCjk('注意：', '17:30'); // true, in '**注意：**17:30'
 */
export function isBesideCjk(before: string, after: string): boolean {
  return BEFORE_CJK.test(after) || BEHIND_CJK.test(before);
}

/**
 * The text with letters for the characters around such runs, so that marked opens and closes emphasis there. Of the same
 * length; for looking up delimiters only.
 *
 * @example
 * maskCjk('**注意：**17:30'); // '**注意a**a7:30'
 */
export function maskCjk(text: string): string {
  const masked = text.split('');
  for (const { index, 0: raw, 1: before = '', 3: after = '' } of text.matchAll(RUN)) {
    if (!isBesideCjk(before, after)) continue;
    masked.fill('a', index, index + before.length);
    masked.fill('a', index + raw.length, index + raw.length + after.length);
  }
  return masked.join('');
}

/** A rule of marked in whose place punctuation of CJK is none. */
export function withoutCjkMarks(rule: RegExp): RegExp {
  return new RegExp(rule.source.replaceAll('[\\p{P}\\p{S}]', `(?![${CJK}])[\\p{P}\\p{S}]`), rule.flags);
}

/** marked's rule for the character before a run, for which each character of CJK is like punctuation. */
export const MARK_OR_CJK = new RegExp(`^[\\s\\p{P}\\p{S}${CJK}\\u{E0100}-\\u{E01EF}]`, 'u');
