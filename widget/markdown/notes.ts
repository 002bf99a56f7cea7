import type { Links, Tokens } from 'marked';

/** A label as models write it: `1` or `smith-2019`; not the characters of an expression, `[^a-z]`. */
const LABEL = String.raw`(?!(?:\w-\w)+\])([\p{L}\p{N}][\p{L}\p{N}_-]{0,39})\]`;
/** No text has `\0` in it: it marks the number at the start of a note, which leads back. */
const REFERENCE = new RegExp(String.raw`^\[\^(\0?)${LABEL}(?!\()`, 'u');
/** A note goes on in lines that are indented, behind blank ones, too. */
const NOTE = new RegExp(String.raw`^ {0,3}\[\^${LABEL}:[ \t]*([^\n]*(?:\n+(?: {2}|\t)[^\n]+)*)\n*`, 'u');

/** A footnote in the source: all of it, and its text without indentation. */
export interface NoteSource {
  readonly raw: string;
  readonly label: string;
  readonly text: string;
}

/** Where a footnote stands. */
export interface NotePlace {
  /** Its note may still come. */
  readonly isOpen: boolean;
  /** It stands right behind a word. A label of letters elsewhere, as in "characters like `[^abc]`", is no footnote. */
  readonly isAttached: boolean;
}

/**
 * The number of the footnote that inline text begins with, as a link: its own, or for a word the next one. `links` keeps it, under a
 * name that no text has. Without a note a number is a citation, with the same words, and a word is no footnote: `[^aeiou]`.
 *
 * @example
 * noteAt('[^smith] and', links, place); // { type: 'link', raw: '[^smith]', text: '[1]', href: '#note-1', … }
 */
export function noteAt(
  src: string,
  links: Links,
  { isOpen, isAttached }: NotePlace,
): Tokens.Link | Tokens.Escape | undefined {
  const [raw, back, label = ''] = REFERENCE.exec(src) ?? [];
  if (raw === undefined) return undefined;
  const key = keyOf(label);
  const isNumber = !/\D/.test(label);
  const isNote = (isOpen && (isNumber || isAttached)) || key in links;
  if (!isNote && !isNumber) return undefined;
  const count = Object.keys(links).filter((name) => name.startsWith('\0') && links[name]?.href).length;
  const number = isNumber ? label : links[key]?.href || String(count + 1);
  const token: Tokens.Escape = { type: 'escape', raw, text: `[${number}]` };
  if (!isNote) return token;
  links[key] = { href: number, title: null };
  return {
    ...token,
    type: 'link',
    href: `#${back ? 'ref' : 'note'}-${number}`,
    title: null,
    tokens: [token],
  };
}

function keyOf(label: string): string {
  return `\0${label.toLowerCase()}`;
}

/** The source of the link back from a note, to be read by {@link noteAt}. */
export function linkBack(label: string): string {
  return `[^\0${label}]`;
}

/** The footnotes at the start of a text; `links` knows their labels from then on. */
export function notesAt(src: string, links: Links): readonly NoteSource[] {
  const notes: NoteSource[] = [];
  let rest = src;
  for (let match = NOTE.exec(rest); match; match = NOTE.exec(rest)) {
    const [raw, label = '', text = ''] = match;
    links[keyOf(label)] ??= { href: '', title: null };
    notes.push({ raw, label, text: text.replace(/\n(?: {1,4}|\t)/g, '\n') });
    rest = rest.slice(raw.length);
  }
  return notes;
}
