import TurndownService from 'turndown';
import { isSign } from './anchors.ts';
import { addCodeRule, prepareCode } from './code.ts';
import { addTableRules } from './markdown-tables.ts';
import { removeAll } from './replace-all.ts';
import { SOFT_HYPHENS, textOf } from './web-page.ts';

/** Turndown ends the text before such an element, and begins a new one behind it. */
const BLOCK =
  /^(?:ARTICLE|ASIDE|BLOCKQUOTE|D[DLT]|DIV|FIGURE|FORM|H[1-6R]|HEADER|LI|MAIN|OL|P|PRE|SECTION|T[DHR]|TABLE|TBODY|TFOOT|THEAD|UL)$/;

/** Turns content into markdown: links are absolute, code is fenced, tables are GitHub's. Changes the element. */
export function toMarkdown(content: HTMLElement): string {
  // A picture was in it, or it is the `¶` of a definition.
  removeAll([...content.querySelectorAll('a[href]')].filter(isWithoutWords));
  for (const link of content.querySelectorAll<HTMLAnchorElement>('a[href]'))
    if (/^https?:|^mailto:|^tel:/.test(link.href)) link.setAttribute('href', link.href);
    else link.removeAttribute('href');
  prepareCode(content);
  separateWords(content);
  removeAll(listIgnored(content));
  return service.turndown(content).replace(SOFT_HYPHENS, '');
}

/** Style sheets often draw two elements as columns or lines: `<span class="role">Buyer</span><span class="mail">ann@…`. */
function separateWords(content: HTMLElement): void {
  for (const second of content.querySelectorAll('span + span')) {
    const first = second.previousSibling;
    const isGlued =
      /[\p{L}\p{N}]$/u.test(first?.textContent ?? '') && /^[\p{L}\p{N}]/u.test(second.textContent ?? '');
    const isOther =
      first === second.previousElementSibling &&
      second.previousElementSibling?.className !== second.className;
    if (isGlued && isOther && second.closest('pre, code') === null) second.before(' ');
  }
}

function isWithoutWords(link: Element): boolean {
  return textOf(link) === '' || (link.matches('[href*="#"]') && isSign(link));
}

/** Comments, and the line ends between blocks: what Turndown would remove, too, but one by one. */
function listIgnored(content: HTMLElement): readonly ChildNode[] {
  const ignored: ChildNode[] = [];
  for (const element of [content, ...content.querySelectorAll('*')]) {
    if (element.closest('pre') !== null) continue;
    // Once `childNodes` was asked for, jsdom lists all of them again after every change.
    for (let node = element.firstChild; node !== null; node = node.nextSibling)
      if (isIgnored(node)) ignored.push(node);
  }
  return ignored;
}

function isIgnored(node: ChildNode): boolean {
  if (node.nodeType === node.COMMENT_NODE) return true;
  if (node.nodeType !== node.TEXT_NODE || /[^ \t\r\n]/.test(node.textContent ?? '')) return false;
  return [node.previousSibling, node.nextSibling].some((each) => BLOCK.test(each?.nodeName ?? ''));
}

const service = new TurndownService({
  headingStyle: 'atx',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
});
service.use([addTableRules, addCodeRule]);
// `10<sup>2</sup>` is 10^2, and the price `12<sup>50</sup>` not 1250.
service.addRule('raised', {
  filter: 'sup',
  replacement: (content, node) =>
    /^\d+$/.test(content) && /\d$/.test(node.previousSibling?.textContent ?? '') ? `^${content}` : content,
});
// Of a formula nothing is markdown: `$\\frac{a_1}{b}$`.
service.addRule('formula', {
  filter: (node) => node.nodeName.toLowerCase() === 'math',
  replacement: (_content, node) => textOf(node),
});
