import { isPermalinkSymbol } from './anchors.ts';
import { findAround, has } from './selectors.ts';
import { attributeOf, collapse, isElement, rawTextOf, textOf, type Element, type Node } from './tree.ts';

/** Elements that begin and end a line of text. */
const BLOCKS = new Set(
  `address article aside blockquote body center dd details dialog dl dt div fieldset figcaption figure form h1 h2 h3 h4 h5 h6
  header hgroup hr label li main menu ol p pre section summary table caption tbody td tfoot th thead tr ul`.split(
    /\s+/,
  ),
);
const MARKS: Readonly<Record<string, string>> = { b: '**', strong: '**', em: '*', i: '*' };
/** Annotations of Chinese and Japanese characters that tell how to read them (ruby). */
const UNSEEN = new Set(['rt', 'rp']);
const LINE_END = '\n';

export function isBlock({ tagName }: Element): boolean {
  return BLOCKS.has(tagName);
}

/** Whether an element has a block in it, however deep. */
export function hasBlock(element: Element): boolean {
  return element.childNodes.some((node) => isElement(node) && (isBlock(node) || hasBlock(node)));
}

/** Writes nodes as markdown in one line, in which `tidy` still has to put the blanks in order. */
export function inlineOf(nodes: readonly Node[], marks = ''): string {
  let text = '';
  for (const [index, node] of nodes.entries()) {
    const piece = isElement(node) ? elementOf(node, marks, text) : escape(collapse(rawTextOf(node)));
    const before = nodes[index - 1];
    text += before && needsBlank(before, node, text, piece) ? ` ${piece}` : piece;
  }
  return text;
}

/** Makes a block of markdown from a text of `inlineOf`. */
export function tidy(text: string): string {
  const lines = text
    .replaceAll('****', '')
    .replace(/ *\n */g, LINE_END)
    .replace(/ {2,}/g, ' ')
    .trim();
  // Escapes what would begin a list, a heading or a quote.
  return lines
    .replace(/^(\d+)(?=[.)] )|^(?=(?:[-+>]|#{1,6}) )|^(?=(?:=+|-+|~{3,})$)/gm, '$1\\')
    .replaceAll('\n', '  \n');
}

function elementOf(element: Element, marks: string, before: string): string {
  const { tagName, childNodes } = element;
  if (tagName === 'br') return LINE_END;
  if (UNSEEN.has(tagName)) return '';
  if (tagName === 'a') return linkOf(element, marks);
  if (tagName === 'code') return codeOf(element);
  if (tagName === 'math' || tagName === 'script') return textOf(element);
  const mark = MARKS[tagName] ?? '';
  const isMarked = mark !== '' && !marks.includes(` ${mark} `);
  const text = inlineOf(childNodes, isMarked ? `${marks} ${mark} ` : marks);
  if (isMarked) return wrap(text, mark);
  if (isBlock(element)) return ` ${text} `;
  // `10<sup>2</sup>` is 10^2, and the price `12<sup>50</sup>` not 1250.
  return tagName === 'sup' && /^\d+$/.test(text) && /\d$/.test(before) ? `^${text}` : text;
}

/** `[Returns](https://…)`; nothing for a link without words, such as that of a picture or the number of a footnote. */
function linkOf(link: Element, marks: string): string {
  const text = inlineOf(link.childNodes, marks);
  const href = attributeOf(link, 'href');
  if (href === '') return text;
  if (textOf(link) === '' || (href.includes('#') && (isPermalinkSymbol(link) || isFootnote(link)))) return '';
  const address = href.replace(/[()<>\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return text.replace(
    /^(\s*)([\s\S]*?)(\s*)$/,
    (_all, start, words, end) => `${start}[${words}](${address})${end}`,
  );
}

function isFootnote(link: Element): boolean {
  return (findAround(link, 'sup') !== undefined || has(link, 'sup')) && /^\W*\d+\W*$/.test(textOf(link));
}

function codeOf(code: Element): string {
  const text = textOf(code);
  if (text === '') return '';
  const fence = text.includes('`') ? '``' : '`';
  return text.includes('`') ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

function wrap(text: string, mark: string): string {
  return text.replace(/^(\s*)([\s\S]*?)(\s*)$/, (all, start, words, end) =>
    words === '' ? all : `${start}${mark}${words}${mark}${end}`,
  );
}

/**
 * Whether two elements need a blank between them, since style sheets often draw them as columns or lines: `<span
 * class="role">Buyer</span><span class="mail">ann@…`.
 */
function needsBlank(first: Node, second: Node, text: string, piece: string): boolean {
  const areSpans = [first, second].every((node) => isElement(node) && node.tagName === 'span');
  const classes = [first, second].map((node) => (isElement(node) ? attributeOf(node, 'class') : ''));
  return areSpans && classes[0] !== classes[1] && /[\p{L}\p{N}]$/u.test(text) && /^[\p{L}\p{N}]/u.test(piece);
}

/** Escapes characters that would be markdown or HTML. The `_` of `a_b` would not. */
function escape(text: string): string {
  return text.replace(
    /[\\*`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|\[(?=[^\]]*\](?:[([:]|$))|<(?=[a-z/!?])|&(?=#?\w+;)/giu,
    '\\$&',
  );
}
