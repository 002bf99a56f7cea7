import type { Links, Tokens } from 'marked';

/** A label as models write it: `1` or `smith-2019`; not the characters of an expression, `[^a-z]`. */
const LABEL = String.raw`(?!(?:\w-\w)+\])([\p{L}\p{N}][\p{L}\p{N}_-]{0,39})\]`;
/** No text has `\0` in it: it marks the number at the start of a note, which leads back. */
const REFERENCE = new RegExp(String.raw`^\[\^(\0?)${LABEL}`, 'u');
/** A note goes on in lines that are indented, behind blank ones, too. */
const NOTE = new RegExp(String.raw`^ {0,3}\[\^${LABEL}:[ \t]*([^\n]*(?:\n+(?: {2}|\t)[^\n]+)*)\n*`, 'u');
const LINK = /^#(note|ref)-\d+$/;

/** The number of a footnote, which becomes a link. */
export interface NoteNumber extends Tokens.Codespan {
  readonly href: string;
}

/** Inline text that is such a number. */
export interface NoteReference extends Tokens.Escape {
  readonly tokens: readonly NoteNumber[];
}

/** A footnote in the source: all of it, and its text without indentation. */
export interface NoteSource {
  readonly raw: string;
  readonly label: string;
  readonly text: string;
}

/**
 * The number of the footnote that inline text begins with. Labels get their numbers in the order in which they are read, and
 * keep them in `links`, under names that no text has.
 *
 * @example
 * noteAt('[^smith] and', links)?.tokens; // [{ type: 'codespan', raw: '[^smith]', text: '1', href: '#note-1' }]
 */
export function noteAt(src: string, links: Links): NoteReference | undefined {
  const [raw, back, label = ''] = REFERENCE.exec(src) ?? [];
  if (raw === undefined) return undefined;
  const key = `\0${label.toLowerCase()}`;
  const count = Object.keys(links).filter((name) => name.startsWith('\0')).length;
  const { href: text } = (links[key] ??= { href: String(count + 1), title: null });
  const href = `#${back ? 'ref' : 'note'}-${text}`;
  return { type: 'escape', raw, text, tokens: [{ type: 'codespan', raw, text, href }] };
}

/** The source of the link back from a note, to be read by {@link noteAt}. */
export function linkBack(label: string): string {
  return `[^\0${label}]`;
}

/** The footnotes at the start of a text. */
export function notesAt(src: string): readonly NoteSource[] {
  const notes: NoteSource[] = [];
  let rest = src;
  for (let match = NOTE.exec(rest); match; match = NOTE.exec(rest)) {
    const [raw, label = '', text = ''] = match;
    notes.push({ raw, label, text: text.replace(/\n(?: {1,4}|\t)/g, '\n') });
    rest = rest.slice(raw.length);
  }
  return notes;
}

/** Where in a paragraph a line begins a footnote; 0 if none does. */
export function noteIn(paragraph: string): number {
  return paragraph.search(/\n(?= {0,3}\[\^[\w-]+\]:)/) + 1;
}

/** Whether an address is that of a footnote, or of the way back. */
export function isNoteLink(href: string): boolean {
  return LINK.test(href);
}

/**
 * Handles a click on the number of a footnote: the note, or its first number in the text, comes into view and has focus. Returns
 * whether it was such a click. Listen on the element that holds the answer: no answer has names that links could lead to.
 *
 * @example
 * box.addEventListener('click', followNote);
 */
export function followNote(event: Event): boolean {
  const { target, currentTarget } = event;
  const link = target instanceof Element ? target.closest('a') : null;
  const href = link?.getAttribute('href') ?? '';
  if (!isNoteLink(href) || !(currentTarget instanceof Element)) return false;
  event.preventDefault();
  const other = href.startsWith('#ref') ? href.replace('ref', 'note') : href.replace('note', 'ref');
  currentTarget.querySelector<HTMLElement>(`a[href="${other}"]`)?.focus();
  return true;
}
