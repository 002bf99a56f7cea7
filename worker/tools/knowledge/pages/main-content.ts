import { findAll, has, matches } from './selectors.ts';
import { cellsOfLayout } from './tables.ts';
import { attributeOf, childrenOf, isElement, textOf, type Element } from './tree.ts';

/** Characters of text from which on an element of a page with scripts holds content. */
const MIN_TEXT = 80;
/** And under a heading: a shell has "Loading…". */
const MIN_HEADED_TEXT = 15;
/** Share of a page's text outside of links that a `main` without heading has to hold, and an `article`: a start page may have one teaser. */
const MIN_SHARES = { main: 0.2, article: 0.5 };
/** Shares of the text outside of links that the innermost part of a page without landmarks has, and its content. */
const CORE_SHARE = 2 / 3;
const DENSE_SHARE = 0.9;
/** Share of the text in links from which on a block is a menu. */
const MAX_LINK_DENSITY = 0.5;

/** What is read as a whole. */
const WHOLES = 'p, ul, ol, dl, li, a, pre, blockquote, details';
const LINK_BLOCKS = 'div, section, ul, ol, dl, table, td, center';
/** What landmarks are called on a page without them. */
const LANDMARK_NAMES =
  /(?:^|\s)(?:(?:site|page|global|main)[-_]?)?(?:header|masthead|top-?bar|footer|nav|navbar|navigation|menu|side-?bar|toc)(?:\s|$)/i;

/** What an author says is the content. */
export const LANDMARKS = 'main, [role="main"], article';

/**
 * The element with a page's content, of a page without furniture.
 * 1. The only `main`, else the only `article`, unless most text stands elsewhere.
 * 2. Else the innermost element with nine tenths of the text that is in no link, and with all headings; without what is called menu,
 *    sidebar or footer around the innermost one with two thirds of that text, and without blocks of links there.
 */
export function findMain(body: Element): Element {
  const { prose } = measure(body);
  const mains = findAll(body, 'main, [role="main"]');
  const articles = findAll(body, 'article');
  const hasShare = (each: Element, share: number): boolean => textOf(each).length > prose * share;
  return (
    mains.find((each) => has(each, 'h1, h2') || hasShare(each, MIN_SHARES.main)) ??
    articles.find((each) => hasShare(each, MIN_SHARES.article)) ??
    findDensest(body)
  );
}

/** Whether there is text to answer with. A short one has a heading, such as "Contact" above a number. */
export function hasContent(element: Element): boolean {
  const { length } = textOf(element);
  const heading = textOf(findAll(element, 'h1, h2')[0]);
  return length >= MIN_TEXT || (heading !== '' && length > heading.length + MIN_HEADED_TEXT);
}

/** Whether most text of an element is in links. */
export function isOfLinks(element: Element): boolean {
  const { linked, prose } = measure(element);
  return linked > (linked + prose) * MAX_LINK_DENSITY;
}

function findDensest(body: Element): Element {
  const path = descend(body, ({ prose }, whole) => prose >= whole.prose * CORE_SHARE);
  const core = path.at(-1);
  for (const around of path)
    around.childNodes = around.childNodes.filter(
      (node) => !isElement(node) || path.includes(node) || !isMenu(node, around === core),
    );
  const isDense = (own: Measure, whole: Measure): boolean =>
    own.headings === whole.headings && own.prose >= whole.prose * DENSE_SHARE;
  return descend(body, isDense).at(-1) ?? body;
}

/** From an element to the innermost one that is wanted, by what it has of the first. */
function descend(body: Element, isWanted: (own: Measure, whole: Measure) => boolean): readonly Element[] {
  const measures = new Map<Element, Measure>();
  const whole = measure(body, measures);
  const path: Element[] = [];
  const isNext = (each: Element): boolean =>
    !matches(each, WHOLES) &&
    (each.tagName !== 'table' || cellsOfLayout(each) !== undefined) &&
    isWanted(measures.get(each) ?? whole, whole);
  for (let next: Element | undefined = body; next; next = childrenOf(next).find(isNext)) path.push(next);
  return path;
}

/** By its name, or as a block of links; in the core of a page a block with a heading is content. */
function isMenu(element: Element, isInCore: boolean): boolean {
  if (has(element, 'h1')) return false;
  if (LANDMARK_NAMES.test(`${attributeOf(element, 'class')} ${attributeOf(element, 'id')}`)) return true;
  const isHeaded = isInCore && measure(element).headings > 0;
  return !isHeaded && matches(element, LINK_BLOCKS) && isOfLinks(element) && findAll(element, 'a').length > 2;
}

/** Characters of text in links and outside of them. */
interface Measure {
  readonly linked: number;
  readonly prose: number;
  readonly headings: number;
}

/** Of an element, and of all elements in it. */
function measure(
  element: Element,
  measures = new Map<Element, Measure>(),
  isLinked = element.tagName === 'a',
): Measure {
  let [linked, prose, headings] = [0, 0, 0];
  for (const node of element.childNodes) {
    if (isElement(node)) {
      const inner = measure(node, measures, isLinked || node.tagName === 'a');
      linked += inner.linked;
      prose += inner.prose;
      headings += inner.headings + (/^h[1-6]$/.test(node.tagName) ? 1 : 0);
    } else if (isLinked) linked += textOf(node).length;
    else prose += textOf(node).length;
  }
  const found = { linked, prose, headings };
  measures.set(element, found);
  return found;
}
