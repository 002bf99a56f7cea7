import type { Links } from 'marked';

/**
 * `[text][label]`, `[text][1]` and `[text][]`, without brackets inside text and label. Excluded: citations such as `[1][2]`
 * and `[doc1][doc2]`, and stream names of ffmpeg, `[0:v][1:v]`.
 */
const FULL_REFERENCE =
  /^!?\[(?:[^[\]\\]|\\.){1,240}\]\[(?:(?!(?:doc)?\d*\]|.\])[\p{L}\p{M}\p{N} ._/-]+|(?<=\p{L}{2}[^[\]]*\]\[)(?<!\[doc\d+\]\[)\d*)\]/u;
/** `[label]` alone. */
const SHORTCUT = /^\[(?:[^[\]\\]|\\.)+\]/;
/** Characters before brackets that belong to an expression: `m[key][0]`. */
const EXPRESSION = /[\w)\]]/;
/** Stands for any definition, with an empty address. */
export const ANY_DEFINITION: Links = new Proxy({}, { get: () => ({ href: '', title: null }) });

/** Whether a text after the character `before` begins with a link whose definition may still arrive. */
export function isFullReference(src: string, before: string): boolean {
  return !EXPRESSION.test(before) && FULL_REFERENCE.test(src);
}

/** The label with its brackets at the start of a text. */
export function shortcutAt(src: string): string | undefined {
  return SHORTCUT.exec(src)?.[0];
}
