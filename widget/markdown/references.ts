import type { Links } from 'marked';

/**
 * `[text][label]`, `[text][1]` and `[text][]`, with no brackets in text and label; not the citations `[1][2]` and `[doc1][doc2]`, nor
 * names of streams, `[0:v][1:v]`.
 */
const FULL_REFERENCE =
  /^!?\[(?:[^[\]\\]|\\.){1,240}\]\[(?:(?!(?:doc)?\d*\]|.\])[\p{L}\p{M}\p{N} ._/-]+|(?<=\p{L}{2}[^[\]]*\]\[)(?<!\[doc\d+\]\[)\d*)\]/u;
/** `[label]`. */
const SHORTCUT = /^\[(?:[^[\]\\]|\\.)+\]/;
/** What stands before the brackets of an expression: `m[key][0]`. */
const EXPRESSION = /[\w)\]]/;
/** A definition of every label, without an address. */
export const ANY_DEFINITION: Links = new Proxy({}, { get: () => ({ href: '', title: null }) });

/** Whether a text behind the character `before` begins with a link whose definition may still come. */
export function isFullReference(src: string, before: string): boolean {
  return !EXPRESSION.test(before) && FULL_REFERENCE.test(src);
}

/** The label in brackets at the start of a text. */
export function shortcutAt(src: string): string | undefined {
  return SHORTCUT.exec(src)?.[0];
}
