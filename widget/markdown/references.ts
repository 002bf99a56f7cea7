import type { Links } from 'marked';

/** `[text][label]` and `[text][]`, without brackets inside text and label. */
const FULL_REFERENCE = /^!?\[((?:[^[\]\\]|\\.){1,240})\]\[([\p{L}\p{M}\p{N} ._/-]*)\]/u;
/** A label that names no definition: a citation, `doc1`, or an index, `i`. */
const CITATION_OR_INDEX = /^(?:doc\d*|.)$/u;
/** A text to which a number may be the label: a word, and no citation. */
const WORDS = /^(?!doc\d+$).*\p{L}{2}/su;
/** `[label]` alone. */
const SHORTCUT = /^\[(?:[^[\]\\]|\\.)+\]/;
/** Characters before brackets that belong to an expression: `m[key][0]`. */
const EXPRESSION = /[\w)\]]/;
/** Stands for any definition, with an empty address. */
export const ANY_DEFINITION: Links = new Proxy({}, { get: () => ({ href: '', title: null }) });

/**
 * Whether a text after the character `before` begins with a link whose definition may still arrive: `[text][label]`, `[text][1]`.
 * Citations such as `[1][2]` and `[doc1][doc2]`, and stream names of ffmpeg, `[0:v][1:v]`, are none.
 */
export function isFullReference(src: string, before: string): boolean {
  const [, text, label] = (!EXPRESSION.test(before) && FULL_REFERENCE.exec(src)) || [];
  if (text === undefined || label === undefined) return false;
  return /^\d*$/.test(label) ? WORDS.test(text) : !CITATION_OR_INDEX.test(label);
}

/** The label with its brackets at the start of a text. */
export function shortcutAt(src: string): string | undefined {
  return SHORTCUT.exec(src)?.[0];
}
