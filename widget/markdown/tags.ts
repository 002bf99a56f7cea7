import type { Token, Tokens } from 'marked';

/** Inline elements that an answer may have, if their end tag is in the same text. Links and images need an address. */
const INLINE_ELEMENTS = /^(?:sub|sup|kbd|mark|code|b|strong|i|em|u|s|del|ins|small|q|abbr|a|img)$/;
/** Elements that are read as one block of HTML when they begin a line. All except tables end before the next blank line. */
const BLOCK_ELEMENTS = 'table|div|p|h[1-6]|blockquote|ul|ol|dl';
/** The start of such a block, of `<details>` or of a comment. */
export const BLOCK_TAG = `<(?:(?:details|${BLOCK_ELEMENTS})(?=[\\s>])|!--)`;

const ATTRIBUTE = String.raw`\s+([a-z][a-z-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>\x60]+)))?`;
const ATTRIBUTES = new RegExp(ATTRIBUTE, 'gi');
/** Sticky, like `BREAK` below: for `^` WebKit tries every position up to the end of the text. */
const START_TAG = new RegExp(`<([a-z]+)((?:${ATTRIBUTE})*)\\s*/?>`, 'iy');

const BREAK = /<\/?br *\/?>/iy;
const COMMENT = /^ {0,3}<!--(?:-?>|[^]*?-->)[ \t]*\n?/;
/** A comment without its end, or `<details>` whose summary has not arrived. */
const HALF_BLOCK =
  /^ {0,3}<(?:!--(?![^]*?-->)[^]{0,500}|details(?:\s[^<>]{0,99})?>\s*(?:<(?:s\w{0,6}(?:>[^\n]{0,119})?)?)?)$/i;
const DETAILS =
  /^ {0,3}<details(\s+open(?:="[^"]*")?)?\s*>\s*<summary>((?:(?!\n[ \t]*\n|<\/?summary)[^])+)<\/summary>/i;
const BLOCK_ELEMENT_START = new RegExp(`^ {0,3}<(${BLOCK_ELEMENTS})(?=[\\s>])`, 'i');

/**
 * The beginning of a tag, a comment or an address in angle brackets at the end of a text: `<kb`, `</details`, `<a href="x`,
 * `<https://a.exa`, `<2@a.exa`.
 */
const HALF_TAG = new RegExp(
  `^<(?:[!-;=?-~]{1,119}|!--[^]{0,114}|(?:a|abbr|img|details|${BLOCK_ELEMENTS})\\s[^<>]{0,110})?$`,
  'i',
);

/** Most characters between the tags of an inline element; after that, its start tag is plain text. */
const MAX_ELEMENT = 2000;
/** Most characters of a block whose end tag has not arrived; after that, its start tag is plain text. */
const MAX_OPEN_BLOCK = 20_000;

/** An element at the start of inline text: its source, its attributes, and the source of its content. */
export interface InlineElement {
  readonly raw: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: string;
  /** Whether the end tag has not arrived. */
  readonly isOpen: boolean;
}

/** A block of HTML. With `isOpen`, it is drawn before its end has arrived. */
export interface HtmlBlock extends Tokens.HTML {
  readonly isOpen: boolean;
}

/** `<details>` with its summary. The content is markdown. */
export interface Details extends HtmlBlock {
  readonly isExpanded: boolean;
  readonly summary: Token[];
  readonly tokens: Token[];
}

/** `<details>` with summary and content as source text. */
export interface DetailsSource extends Omit<Details, 'summary' | 'tokens'> {
  readonly summary: string;
  readonly content: string;
}

/** `<br>` at the start of inline text. */
export function breakAt(src: string): Tokens.Br | undefined {
  BREAK.lastIndex = 0;
  const [raw] = BREAK.exec(src) ?? [];
  return raw === undefined ? undefined : { type: 'br', raw };
}

/**
 * The element at the start of inline text, if it is one that answers may have, and closed. With `isOpen`, the end tag may
 * still arrive: `<b>` directly before a word probably gets one; in "use <b> for" the tag is a word of the text.
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

/**
 * The block of HTML at the start of a text. Its `text` is the HTML, empty for a comment or incomplete `<details>`. With
 * `isOpen`, its end may still arrive.
 */
export function htmlBlock(src: string, isOpen: boolean): HtmlBlock | undefined {
  const [comment] = COMMENT.exec(src) ?? (isOpen ? (HALF_BLOCK.exec(src) ?? []) : []);
  if (comment !== undefined) return blockOf(comment, '', comment === src);
  const [start, name = ''] = BLOCK_ELEMENT_START.exec(src) ?? [];
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

/** The `<details>` element at the start of a text. With `isOpen`, its end tag may still arrive. */
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
  if (raw === undefined || !INLINE_ELEMENTS.test(name)) return undefined;
  const attributes: Record<string, string> = Object.fromEntries(
    [...source.matchAll(ATTRIBUTES)].map(([, key = '', ...values]) => [
      key.toLowerCase(),
      values.find((value) => value !== undefined) ?? '',
    ]),
  );
  // Links and images often have other attributes; these are harmless and dropped.
  if (name === 'a' || name === 'img') {
    return (name === 'a' ? attributes['href'] : attributes['src']) ? { raw, name, attributes } : undefined;
  }
  return Object.keys(attributes).every((key) => key === 'title') ? { raw, name, attributes } : undefined;
}

/** Where the end tag of an element stands, after its start tag. Tags inside code do not count. */
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
