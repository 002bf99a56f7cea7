import { findAll, has, matches } from './selectors.ts';
import { cellsOfLayout } from './tables.ts';
import { attributeOf, childrenOf, isElement, textOf, type Element } from './tree.ts';

/** An element of a page with scripts has content if it has so many characters of text. */
const MIN_TEXT = 80;
/** Under a heading so many characters are enough. A page that scripts still have to fill says "Loading…". */
const MIN_HEADED_TEXT = 15;
/**
 * The share of the page's text outside of links that a `main` without headings must have, and an `article`: a start page may have
 * an `article` for one teaser.
 */
const MIN_SHARES = { main: 0.2, article: 0.5 };
/**
 * On a page without landmarks: the share of the text outside of links that the core of the page has, and the share that its content
 * has.
 */
const CORE_SHARE = 2 / 3;
const DENSE_SHARE = 0.9;
/** An element with a greater share of its text in links is a menu. */
const MAX_LINK_DENSITY = 0.5;

/** Elements that the search for the content does not enter: they are content as a whole, or none. */
const WHOLE_ELEMENTS = 'p, ul, ol, dl, li, a, pre, blockquote, details';
const LINK_BLOCKS = 'div, section, ul, ol, dl, table, td, center';
/** Class names and ids of headers, footers, menus and sidebars, on a page without landmark elements. */
const LANDMARK_NAMES =
  /(?:^|\s)(?:(?:site|page|global|main)[-_]?)?(?:header|masthead|top-?bar|footer|nav|navbar|navigation|menu|side-?bar|toc)(?:\s|$)/i;

/** Elements by which an author says what the content is. */
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

/** Whether an element has text to answer with. A short text needs a heading, such as "Contact" above a telephone number. */
export function hasContent(element: Element): boolean {
  const { length } = textOf(element);
  const heading = textOf(findAll(element, 'h1, h2')[0]);
  return length >= MIN_TEXT || (heading !== '' && length > heading.length + MIN_HEADED_TEXT);
}

/** Whether most text of an element is in links. */
export function isMostlyLinks(element: Element): boolean {
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

/** The path from the body to the innermost element that is wanted, which is judged by its share of the whole body. */
function descend(body: Element, isWanted: (own: Measure, whole: Measure) => boolean): readonly Element[] {
  const measures = new Map<Element, Measure>();
  const whole = measure(body, measures);
  const path: Element[] = [];
  const isNext = (each: Element): boolean =>
    !matches(each, WHOLE_ELEMENTS) &&
    (each.tagName !== 'table' || cellsOfLayout(each) !== undefined) &&
    isWanted(measures.get(each) ?? whole, whole);
  for (let next: Element | undefined = body; next; next = childrenOf(next).find(isNext)) path.push(next);
  return path;
}

/**
 * Whether an element is a menu: by its name, or because most of its text is in links. In the core of a page, a block with a heading
 * is content.
 */
function isMenu(element: Element, isInCore: boolean): boolean {
  if (has(element, 'h1')) return false;
  if (LANDMARK_NAMES.test(`${attributeOf(element, 'class')} ${attributeOf(element, 'id')}`)) return true;
  const isHeaded = isInCore && measure(element).headings > 0;
  return (
    !isHeaded && matches(element, LINK_BLOCKS) && isMostlyLinks(element) && findAll(element, 'a').length > 2
  );
}

/** Characters of text in links and outside of them. */
interface Measure {
  readonly linked: number;
  readonly prose: number;
  readonly headings: number;
}

/** Measures an element, and puts the measures of all elements inside it into `measures`. */
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
