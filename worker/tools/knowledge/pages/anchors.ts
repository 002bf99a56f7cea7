import { findAll, matches } from './selectors.ts';
import { ancestorsOf, attributeOf, siblingOf, joinTexts, textOf, type Element } from './tree.ts';

/**
 * Class names of links from a heading to itself, which may have words: `<a class="anchor"><span class="sr-only">Copy
 * link</span></a>`.
 */
const NAMED_AS_LINK = /anchor|permalink|headerlink|hash-link|sr-only|visually-hidden/i;
/** Elements in a heading that are drawn as lines of their own. */
const LINES = 'br, p, div, li, small';
/** `<h2 id="returns">Returns <a href="#returns">¶</a></h2>` */
const PERMALINK = 'a[href*="#"]';

/**
 * The id by which a page opens at a heading: its own, else of an anchor in it or right beside it, else of an element that begins
 * with it. Empty where there is none.
 *
 * @example
 * // <section id="returns"><h2>Returns</h2>…            returns
 * // <a name="returns"></a><h2>Returns</h2>             returns
 * // <div id="content"><p>Hi.</p><h2>Returns</h2>…      (none: #content opens the page above it)
 */
export function anchorOf(heading: Element, main: Element): string {
  return (
    attributeOf(heading, 'id') ||
    nameIn(heading) ||
    nameBefore(heading) ||
    attributeOf(permalinkAfter(heading) ?? heading, 'id') ||
    nameAround(heading, main)
  );
}

/** The link to a heading right behind it, as GitHub has it. */
export function permalinkAfter(heading: Element): Element | undefined {
  const after = siblingOf(heading, 1);
  const target = after && matches(after, PERMALINK) ? attributeOf(after, 'href').replace(/^.*#/, '') : '';
  if (after === undefined || target === '') return undefined;
  const ids = [attributeOf(heading, 'id'), attributeOf(after, 'id').replace(/^user-content-/, '')];
  return ids.includes(target) ? after : undefined;
}

/**
 * The text of a heading in one line, without a link to itself such as `¶`. A heading that is a link keeps its words, and so does
 * `fn <a href="#method.new">new</a>()`. What is drawn as two lines gets a blank between them: `Brewer<br>Brews your tea`, or two
 * `span` that style sheets draw as lines. `<span>H</span><span>ello</span>` is one word. `anchor` is the anchor of the heading,
 * from `anchorOf`.
 */
export function textOfHeading(heading: Element, anchor: string): string {
  const links = findAll(heading, PERMALINK);
  const whole = textOf(heading);
  const signs = new Set(links.filter((link) => textOf(link) !== whole && isPermalinkSymbol(link)));
  const words = linesOf(heading, signs);
  const copyLink = links.find((link) => !signs.has(link) && isCopyLinkText(link, words, anchor));
  return copyLink ? linesOf(heading, new Set([...signs, copyLink])) : words;
}

/** Whether a link in a heading has no words for a reader, but a symbol such as `¶` or `#`. */
export function isPermalinkSymbol(link: Element): boolean {
  const names = [link, ...findAll(link, '[class]')].map((each) => attributeOf(each, 'class'));
  return NAMED_AS_LINK.test(names.join(' ')) || !/[\p{L}\p{N}]/u.test(textOf(link));
}

/**
 * Whether a link in a heading invites to copy its address: `<h2 id="r">Returns <a href="#r">Link to this heading</a></h2>`. In
 * `type <a href="#type.Item">Item</a>` the anchor has the words of the link, which belong to the heading.
 */
function isCopyLinkText(link: Element, words: string, anchor: string): boolean {
  const text = textOf(link);
  const isAtEdge = text !== words && (words.startsWith(text) || words.endsWith(text));
  const target = attributeOf(link, 'href').replace(/^.*#/, '');
  const isToItself = anchor !== '' && [anchor, encodeURI(anchor)].includes(target);
  return isAtEdge && isToItself && !lettersOf(anchor).includes(lettersOf(text));
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function linesOf(heading: Element, leftOut: ReadonlySet<Element>): string {
  return joinTexts(heading, (each) => (leftOut.has(each) ? undefined : isLine(each, heading) ? ' ' : ''));
}

function isLine(element: Element, heading: Element): boolean {
  if (element.tagName !== 'span' || element.parentNode !== heading) return matches(element, LINES);
  const before = siblingOf(element, -1);
  return before?.tagName === 'span' && ![before, element].some((each) => /^\p{L}$/u.test(textOf(each)));
}

/** The id or name of the first element inside this one that has an id, or is an anchor. */
function nameIn(element: Element): string {
  return findAll(element, '[id], a[name]').map(nameOf).find(Boolean) ?? '';
}

function nameOf(element: Element): string {
  return attributeOf(element, 'id') || (element.tagName === 'a' ? attributeOf(element, 'name') : '');
}

function nameBefore(heading: Element): string {
  const before = siblingOf(heading, -1);
  if (before === undefined || textOf(before) !== '') return '';
  return nameOf(before) || nameIn(before);
}

function nameAround(heading: Element, main: Element): string {
  let inner = heading;
  for (const around of ancestorsOf(heading)) {
    if (around === main || !isFirst(inner, around)) return '';
    if (nameOf(around) !== '') return nameOf(around);
    inner = around;
  }
  return '';
}

function isFirst(element: Element, { childNodes }: Element): boolean {
  return childNodes.find((node) => node === element || textOf(node) !== '') === element;
}
