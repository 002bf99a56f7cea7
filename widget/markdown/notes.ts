import type { Links, Tokens } from 'marked';

/** A footnote label as models write it: `1` or `smith-2019`. Not a regular expression, `[^a-z]`. */
const LABEL = String.raw`(?!(?:\w-\w)+\])([\p{L}\p{N}][\p{L}\p{N}_-]{0,39})\]`;
/** The number of a footnote. With `\0`, which no text contains, it is the number at the start of the note, which leads back. */
const REFERENCE = new RegExp(String.raw`^\[\^(\0?)${LABEL}(?!\()`, 'u');
/** A note. It continues in indented lines, also after blank lines. */
const NOTE = new RegExp(String.raw`^ {0,3}\[\^${LABEL}:[ \t]*([^\n]*(?:\n+(?: {2}|\t)[^\n]+)*)\n*`, 'u');

/** A footnote's note: its whole source, and its text without indentation. */
export interface NoteSource {
  readonly raw: string;
  readonly label: string;
  readonly text: string;
}

/** Where the number of a footnote stands. */
export interface NotePlace {
  /** Whether the note may still arrive. */
  readonly isOpen: boolean;
  /**
   * Whether the number directly follows a word. A word as label elsewhere, such as "characters like `[^abc]`", is no footnote.
   */
  readonly isAttached: boolean;
}

/**
 * The number of the footnote at the start of inline text, as a link. A numeric label is the number itself; a word gets the
 * next number. The number is stored in `links` under a key that no text contains. Without a note, a numeric label becomes a
 * citation with the same text, and a word is plain text: `[^aeiou]`.
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

/** The source of the number at the start of a note, which {@link noteAt} reads as the link back. */
export function linkBack(label: string): string {
  return `[^\0${label}]`;
}

/** The notes at the start of a text. Their labels are added to `links`. */
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
