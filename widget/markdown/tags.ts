import type { Token, Tokens } from 'marked';

/** Inline elements that an answer may have, where their end stands in the same text. A link and an image need an address. */
const INLINE = /^(?:sub|sup|kbd|mark|code|b|strong|i|em|u|s|del|ins|small|q|abbr|a|img)$/;
/** Elements that are read as a whole, with HTML in them, where they begin a line. All but a table end before the next blank line. */
const WHOLE = 'table|div|p|h[1-6]|blockquote|ul|ol|dl';
/** Where such a block, `<details>` or a comment may begin. */
export const BLOCK_TAG = `<(?:(?:details|${WHOLE})(?=[\\s>])|!--)`;

const ATTRIBUTE = String.raw`\s+([a-z][a-z-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>\x60]+)))?`;
const ATTRIBUTES = new RegExp(ATTRIBUTE, 'gi');
/** Sticky, as is the next one: for `^` WebKit tries every place up to the end of the text. */
const START_TAG = new RegExp(`<([a-z]+)((?:${ATTRIBUTE})*)\\s*/?>`, 'iy');

const BREAK = /<\/?br *\/?>/iy;
const COMMENT = /^ {0,3}<!--(?:-?>|[^]*?-->)[ \t]*\n?/;
/** A comment without its end, and `<details>` whose summary has not arrived. */
const HALF_BLOCK =
  /^ {0,3}<(?:!--(?![^]*?-->)[^]{0,500}|details(?:\s[^<>]{0,99})?>\s*(?:<(?:s\w{0,6}(?:>[^\n]{0,119})?)?)?)$/i;
const DETAILS =
  /^ {0,3}<details(\s+open(?:="[^"]*")?)?\s*>\s*<summary>((?:(?!\n[ \t]*\n|<\/?summary)[^])+)<\/summary>/i;
const WHOLE_START = new RegExp(`^ {0,3}<(${WHOLE})(?=[\\s>])`, 'i');

/** Half a tag, a comment or an address in angle brackets at the end of a text: `<kb`, `</details`, `<a href="x`, `<https://a.exa`, `<2@a.exa`. */
const HALF_TAG = new RegExp(
  `^<(?:[!-;=?-~]{1,119}|!--[^]{0,114}|(?:a|abbr|img|details|${WHOLE})\\s[^<>]{0,110})?$`,
  'i',
);

/** Characters in which the end of an element is looked for, and those of a block that is still open. */
const MAX_ELEMENT = 2000;
const MAX_OPEN_BLOCK = 20_000;

/** An element at the start of inline text: its source, its attributes, and the source of its words. */
export interface InlineElement {
  readonly raw: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: string;
  /** Its end has not arrived. */
  readonly isOpen: boolean;
}

/** A block of HTML; one that `isOpen` is drawn before its end has arrived. */
export interface HtmlBlock extends Tokens.HTML {
  readonly isOpen: boolean;
}

/** `<details>` with its summary; between them stands markdown. */
export interface Details extends HtmlBlock {
  readonly isExpanded: boolean;
  readonly summary: Token[];
  readonly tokens: Token[];
}

/** The same with the source of its parts. */
export interface DetailsSource extends Omit<Details, 'summary' | 'tokens'> {
  readonly summary: string;
  readonly content: string;
}

/** A line break as HTML writes it, at the start of inline text. */
export function breakAt(src: string): Tokens.Br | undefined {
  BREAK.lastIndex = 0;
  const [raw] = BREAK.exec(src) ?? [];
  return raw === undefined ? undefined : { type: 'br', raw };
}

/**
 * The element at the start of inline text, if it is one of the few that answers may have, and closed. While more text `isOpen`,
 * also without its end: `<b>` with a word right behind it is likely to get that; in "use <b> for" it is a word itself.
 *
 * @example
 * elementAt('<kbd>Esc</kbd> key', false); // { raw: '<kbd>Esc</kbd>', name: 'kbd', attributes: {}, content: 'Esc', isOpen: false }
 * elementAt('<your-api-key>', false); // undefined
 */
export function elementAt(src: string, isOpen: boolean): InlineElement | undefined {
  const start = startTag(src);
  if (!start) return undefined;
  const { raw, name } = start;
  if (name === 'img') return { ...start, content: '', isOpen: false };
  const rest = src.slice(raw.length);
  const end = endOf(rest.slice(0, MAX_ELEMENT), name);
  if (end)
    return { ...start, raw: raw + rest.slice(0, end.end), content: rest.slice(0, end.start), isOpen: false };
  return isOpen && /^(?!\s)[^]{0,240}$/.test(rest)
    ? { ...start, raw: src, content: rest, isOpen }
    : undefined;
}

/** Whether a text may be the beginning of something in angle brackets. */
export function isHalfTag(text: string): boolean {
  return HALF_TAG.test(text);
}

/** The block of HTML at the start of a text, with the HTML as its `text`: none of a comment, or of half `<details>`. While more text `isOpen`, also without its end. */
export function htmlBlock(src: string, isOpen: boolean): HtmlBlock | undefined {
  const [comment] = COMMENT.exec(src) ?? (isOpen ? (HALF_BLOCK.exec(src) ?? []) : []);
  if (comment !== undefined) return blockOf(comment, '', comment === src);
  const [start, name = ''] = WHOLE_START.exec(src) ?? [];
  if (start === undefined) return undefined;
  const isTable = name.toLowerCase() === 'table';
  const [text = ''] = isTable ? [src] : src.split(/\n[ \t]*\n/, 1);
  const end = endOf(text.slice(start.length), name);
  if (end) {
    const raw = withLineEnd(src, start.length + end.end);
    return blockOf(raw, raw.trim(), false);
  }
  const mayEnd = isOpen && text.length === src.length && src.length < MAX_OPEN_BLOCK;
  return mayEnd && /^[^<]*>/.test(src.slice(start.length)) ? blockOf(src, src, true) : undefined;
}

/** The `<details>` at the start of a text, up to their end; while more text `isOpen`, also without it. */
export function detailsAt(src: string, isOpen: boolean): DetailsSource | undefined {
  const [start, open, summary = ''] = DETAILS.exec(src) ?? [];
  if (start === undefined) return undefined;
  const isExpanded = open !== undefined;
  const rest = src.slice(start.length);
  const end = endOf(rest, 'details');
  if (!end && (!isOpen || src.length > MAX_OPEN_BLOCK)) return undefined;
  const raw = end ? withLineEnd(src, start.length + end.end) : src;
  return { ...blockOf(raw, raw, !end), isExpanded, summary, content: rest.slice(0, end?.start) };
}

function blockOf(raw: string, text: string, isOpen: boolean): HtmlBlock {
  return { type: 'html', block: true, pre: false, raw, text, isOpen };
}

function withLineEnd(src: string, end: number): string {
  const [gap = ''] = /^[ \t]*\n?/.exec(src.slice(end)) ?? [];
  return src.slice(0, end + gap.length);
}

function startTag(src: string): Pick<InlineElement, 'raw' | 'name' | 'attributes'> | undefined {
  START_TAG.lastIndex = 0;
  const [raw, tag = '', source = ''] = START_TAG.exec(src) ?? [];
  const name = tag.toLowerCase();
  if (raw === undefined || !INLINE.test(name)) return undefined;
  const attributes: Record<string, string> = Object.fromEntries(
    [...source.matchAll(ATTRIBUTES)].map(([, key = '', ...values]) => [
      key.toLowerCase(),
      values.find((value) => value !== undefined) ?? '',
    ]),
  );
  // Links and images have many that are harmless, and left out.
  if (name === 'a' || name === 'img') {
    return (name === 'a' ? attributes['href'] : attributes['src']) ? { raw, name, attributes } : undefined;
  }
  return Object.keys(attributes).every((key) => key === 'title') ? { raw, name, attributes } : undefined;
}

/** Where an element ends, behind its start tag: tags in code are none. */
function endOf(text: string, name: string): { start: number; end: number } | undefined {
  const marks = new RegExp(
    String.raw`^ {0,3}(\x60{3,}|~{3,})[^]*?\n {0,3}\1|(\x60+)[^\n]*?[^\x60\n]\2(?!\x60)|<(/?)${name}(?=[\s/>])[^<>]*>`,
    'gim',
  );
  let depth = 1;
  for (const { index, 0: mark, 3: slash } of text.matchAll(marks)) {
    if (slash === undefined) continue;
    depth += slash ? -1 : 1;
    if (depth === 0) return { start: index, end: index + mark.length };
  }
  return undefined;
}
