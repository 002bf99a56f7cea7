import type { Links, Tokens } from 'marked';

/** `[text][label]`, `[text][1]` and `[text][]`; not `matrix[0][1]` or the citations `[1][2]` and `[doc1][doc2]`. */
const FULL_REFERENCE =
  /^!?\[(?:[^[\]\\]|\\.){1,240}\]\[(?:(?!(?:doc)?\d*\]|.\])(?:[^[\]\\]|\\.)+|(?<=\p{L}{2}[*_`]*\]\[)\d*)\]/u;
/** A citation, or two: not `[1](/x)`, `[1][]` or `[1][label]`. */
const CITATION = /^\[\d{1,3}\](?![([]|:)|^\[\d{1,3}\](?=\[\d{1,3}\])/;
/** A definition of every label, without an address. */
export const ANY_DEFINITION: Links = new Proxy({}, { get: () => ({ href: '', title: null }) });

/** Whether a text begins with a link whose definition may still come. */
export function isFullReference(src: string): boolean {
  return FULL_REFERENCE.test(src);
}

/** The citation at the start of a text. `[1][2]` are two, each with a source of its own where there is a definition for it. */
export function citationAt(src: string, links: Links): Tokens.Link | Tokens.Text | undefined {
  const [raw] = CITATION.exec(src) ?? [];
  if (raw === undefined) return undefined;
  const text: Tokens.Text = { type: 'text', raw, text: raw, escaped: false };
  const definition = links[raw.slice(1, -1)];
  return definition
    ? { type: 'link', raw, text: raw, ...definition, title: definition.title ?? null, tokens: [text] }
    : text;
}
