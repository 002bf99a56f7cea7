import { cellsOfLayout } from './tables.ts';
import {
  ancestorsOf,
  attributeOf,
  besideOf,
  childrenOf,
  elementsIn,
  hasAttribute,
  isElement,
  makeText,
  setChildren,
  rawTextOf,
  textOf,
  type Element,
  type Node,
  type Parent,
} from './tree.ts';

/** Characters of text from which on an element of a page with scripts holds content. */
const MIN_TEXT = 80;
/** And under a heading: a shell has "Loading…". */
const MIN_HEADED_TEXT = 15;
/** Share of a page's text outside of links that a `main` has to hold, and an `article`: a start page may have one teaser. */
const MIN_SHARES = { main: 0.2, article: 0.5 };
/** Shares of the text outside of links that the innermost part of a page without landmarks has, and its content. */
const CORE_SHARE = 2 / 3;
const DENSE_SHARE = 0.9;
/** Share of the text in links from which on a block is a menu. */
const MAX_LINK_DENSITY = 0.5;
/** Words of such a bar, or of its buttons. */
const CONSENT_WORDS =
  /accept|agree|allow|reject|declin|consent|privacy|akzept|zustimm|ablehn|erlaub|refus|autoris|acept|rechaz|accett|rifiut|aceit|akcept|同意|동의/i;
/** Characters of a bar that asks for consent, at most. */
const MAX_CONSENT = 1_000;

const HEADING = /^h[1-6]$/;
const LANDMARKS = new Set('nav header footer main article'.split(' '));
const LINK_BLOCKS = new Set('div section ul ol dl table td center'.split(' '));
/** What is read as a whole. */
const WHOLES = new Set('p ul ol dl li a pre blockquote details'.split(' '));
/** MathJax writes formulas as scripts. */
const MATH_SOURCE = /^math\/tex/;
/** Elements without text for a reader, or with the same on every page. */
const FURNITURE = new Set(
  `script style link meta title template noscript svg canvas iframe object embed img picture video audio map
  nav footer dialog input select textarea datalist`.split(/\s+/),
);
const FURNITURE_ROLES = new Set(
  'navigation search contentinfo dialog alertdialog menu menubar tablist doc-toc doc-backlink'.split(' '),
);
/**
 * Trails of pages, windows over the page, and what visitors of a blog wrote, by its names in WordPress and Disqus: no answer of the
 * owner's, and none to trust.
 */
const FURNITURE_NAMES =
  /breadcrumb|(?:^|\s)(?:modal|skip-?(?:link|to-content|nav)|comments-area|wp-block-comments|comment-list|comment-respond|woocommerce-Reviews|disqus_thread)(?:\s|$)/i;
/** A list of what is on the page, whose heading would name all that follows. */
const CONTENTS = /(?:^|[\s_-])(?:toc|table[-_]?of[-_]?contents)(?:$|[\s_-])/i;
/** What a page without landmarks calls them. */
const LANDMARK_NAMES =
  /(?:^|\s)(?:(?:site|page|global|main)[-_]?)?(?:header|masthead|top-?bar|footer|nav|navbar|navigation|menu|side-?bar|toc)(?:\s|$)/i;
/** Where a site asks for consent, by the names of common tools. */
const CONSENT = /cookie|consent|gdpr|onetrust|didomi|usercentrics|cc-window/i;
const CONSENT_TAGS = /^(?:div|section|aside|form|p|ul)$|-/;
const CONSENT_BAR =
  /(?:cookie|consent|gdpr)[-_ ]?(?:banner|bar|notice|popup|modal|overlay|message|wall|law|box)/i;

/** Takes away what is no content, wherever it stands. Changes the document. */
export function removeFurniture(document: Parent): void {
  const elements = elementsIn(document);
  const opened = new Set(elements.flatMap(controlledBy));
  const bars = new Set(elements.filter(isConsent));
  const isKept = (node: Node): boolean =>
    isElement(node)
      ? !bars.has(node) && !isUnseen(node, opened) && !isFurniture(node)
      : node.nodeName === '#text';
  const clean = (parent: Parent): void => {
    parent.childNodes = parent.childNodes.filter(isKept);
    for (const child of childrenOf(parent)) {
      sayInWords(child);
      clean(child);
    }
  };
  clean(document);
}

/**
 * The element with a page's content. Call `removeFurniture` before.
 * 1. The only `main`, else the only `article`, unless most text stands elsewhere.
 * 2. Else the innermost element with nine tenths of the text that is in no link, and with all headings; without what is called menu,
 *    sidebar or footer around the innermost one with two thirds of that text, and without blocks of links there.
 */
export function findMain(body: Element): Element {
  const { prose } = measure(body);
  const find = (name: 'main' | 'article'): Element | undefined => {
    const found = elementsIn(body).filter((each) => isNamed(each, name));
    const share = found.length === 1 ? MIN_SHARES[name] : MIN_SHARES.article;
    const isHeaded = (each: Element): boolean =>
      name === 'main' && elementsIn(each).some(({ tagName }) => /^h[12]$/.test(tagName));
    return found.find((each) => isHeaded(each) || textOf(each).length > prose * share);
  };
  return find('main') ?? find('article') ?? findDensest(body);
}

/** Whether there is text to answer with. A short one has a heading, such as "Contact" above a number. */
export function hasContent(element: Element): boolean {
  const { length } = textOf(element);
  const heading = textOf(elementsIn(element).find(({ tagName }) => tagName === 'h1' || tagName === 'h2'));
  return length >= MIN_TEXT || (heading !== '' && length > heading.length + MIN_HEADED_TEXT);
}

function findDensest(body: Element): Element {
  const path = descend(body, ({ prose }, whole) => prose >= whole.prose * CORE_SHARE);
  const core = path.at(-1);
  for (const around of path)
    around.childNodes = around.childNodes.filter(
      (node) => !isElement(node) || path.includes(node) || !isMenuOf(node, around === core),
    );
  const isDense = (own: Measure, whole: Measure): boolean =>
    own.headings === whole.headings && own.prose >= whole.prose * DENSE_SHARE;
  return descend(body, isDense).at(-1) ?? body;
}

/** From an element to the innermost one of which `isWanted`, compared with the first. */
function descend(body: Element, isWanted: (own: Measure, whole: Measure) => boolean): readonly Element[] {
  const whole = measure(body);
  const path: Element[] = [];
  const isNext = (each: Element): boolean =>
    !WHOLES.has(each.tagName) &&
    (each.tagName !== 'table' || cellsOfLayout(each) !== undefined) &&
    isWanted(measure(each), whole);
  for (let next: Element | undefined = body; next; next = childrenOf(next).find(isNext)) path.push(next);
  return path;
}

/** Characters of text in and outside of links. */
interface Measure {
  readonly linked: number;
  readonly prose: number;
  readonly headings: number;
}

function measure(element: Element, isLinked = element.tagName === 'a'): Measure {
  let [linked, prose, headings] = [0, 0, 0];
  for (const node of element.childNodes) {
    if (isElement(node)) {
      const inner = measure(node, isLinked || node.tagName === 'a');
      linked += inner.linked;
      prose += inner.prose;
      headings += inner.headings + (HEADING.test(node.tagName) ? 1 : 0);
    } else if (isLinked) linked += textOf(node).length;
    else prose += textOf(node).length;
  }
  return { linked, prose, headings };
}

/** On a page without landmarks: what has their names, or is a block of links; with a heading, such a block may be content. */
function isMenuOf(element: Element, isInCore: boolean): boolean {
  const { linked, prose, headings } = measure(element);
  const inner = elementsIn(element);
  if (inner.some(({ tagName }) => tagName === 'h1')) return false;
  if (LANDMARK_NAMES.test(namesOf(element))) return true;
  const isOfLinks =
    linked > (linked + prose) * MAX_LINK_DENSITY && inner.filter(({ tagName }) => tagName === 'a').length > 2;
  return LINK_BLOCKS.has(element.tagName) && isOfLinks && !(isInCore && headings > 0);
}

function isFurniture(element: Element): boolean {
  const { tagName } = element;
  const role = attributeOf(element, 'role');
  if (FURNITURE.has(tagName)) return !MATH_SOURCE.test(attributeOf(element, 'type'));
  if (FURNITURE_ROLES.has(role)) return true;
  const names = namesOf(element);
  if (FURNITURE_NAMES.test(names)) return true;
  const list = HEADING.test(tagName) ? besideOf(element, 1) : element;
  if (CONTENTS.test(names) && list && isMenu(list)) return true;
  if (tagName === 'button') return !isHeadingOf(element);
  if (tagName === 'label') return !isFold(element);
  // ASP.NET puts the whole page into one form.
  if (tagName === 'form')
    return !elementsIn(element).some((each) => /^(?:main|article|h1|h2)$/.test(each.tagName));
  const around = ancestorsOf(element);
  // The header of a section holds its title, the one of the page its menus.
  if (tagName === 'header') return !around.some((each) => isLandmark(each) || each.tagName === 'section');
  if (role === 'banner') return true;
  if (tagName === 'aside' || role === 'complementary') return !around.some(isLandmark) || isMenu(element);
  return (tagName === 'ul' || tagName === 'ol') && isContents(element);
}

/** Whether an author says of an element that it is the content. */
export function isLandmark(element: Element): boolean {
  return isNamed(element, 'main') || element.tagName === 'article';
}

function isNamed(element: Element, name: string): boolean {
  return element.tagName === name || attributeOf(element, 'role') === name;
}

function namesOf(element: Element): string {
  return `${attributeOf(element, 'class')} ${attributeOf(element, 'id')}`;
}

/** What is hidden and nothing opens: the answer of an accordion and the text of a tab are no less text than the others. */
function isUnseen(element: Element, opened: ReadonlySet<string>): boolean {
  const isHidden =
    (hasAttribute(element, 'hidden') && attributeOf(element, 'hidden') !== 'until-found') ||
    /(?:^|;)\s*(?:display:\s*none|visibility:\s*hidden)/i.test(attributeOf(element, 'style'));
  if (!isHidden && attributeOf(element, 'aria-hidden') !== 'true') return false;
  if (attributeOf(element, 'role') === 'tabpanel' || hasAttribute(element, 'aria-labelledby')) return false;
  const before = besideOf(element, -1);
  const isBelow = before && (HEADING.test(before.tagName) || attributeOf(before, 'role') === 'heading');
  return !opened.has(attributeOf(element, 'id')) && !(isHidden && isBelow);
}

function controlledBy(element: Element): readonly string[] {
  const ids = ['aria-controls', 'data-target', 'data-bs-target', 'href', 'for'].map((name) =>
    attributeOf(element, name),
  );
  return ids.flatMap((id) => id.replace(/^#/, '') || []);
}

/** A button whose words are those of the heading around it. */
function isHeadingOf(button: Element): boolean {
  const heading = ancestorsOf(button).find(
    (each) => HEADING.test(each.tagName) || attributeOf(each, 'role') === 'heading',
  );
  return heading !== undefined && textOf(heading) === textOf(button);
}

/** A box to tick, a label and an answer: no script is needed to fold it. */
function isFold(label: Element): boolean {
  const before = besideOf(label, -1);
  const isTicked = before?.tagName === 'input' && /^(?:checkbox|radio)$/.test(attributeOf(before, 'type'));
  return isTicked && ['div', 'p', 'section'].includes(besideOf(label, 1)?.tagName ?? '');
}

/**
 * A bar that asks for consent: by the names of common tools, or a few words about cookies with a button. A page about cookies may be
 * called so, too.
 */
function isConsent(element: Element): boolean {
  const { tagName } = element;
  if (!CONSENT_TAGS.test(tagName)) return false;
  const names = ['id', 'class', 'aria-label'].map((name) => attributeOf(element, name)).join(' ');
  const isBar = CONSENT_BAR.test(names);
  if (!isBar && ancestorsOf(element).some(isLandmark)) return false;
  const inner = elementsIn(element);
  if (inner.some((each) => isLandmark(each) || each.tagName === 'h1' || LANDMARKS.has(each.tagName)))
    return false;
  if (isBar) return true;
  if (!inner.some((each) => each.tagName === 'button' || attributeOf(each, 'role') === 'button'))
    return false;
  const text = textOf(element);
  if (text.length > MAX_CONSENT) return false;
  return CONSENT.test(names) || (CONSENT.test(proseOf(element)) && CONSENT_WORDS.test(text));
}

/** The text outside of links and buttons. */
function proseOf(node: Node): string {
  if (!isElement(node)) return rawTextOf(node);
  return node.tagName === 'a' || node.tagName === 'button' ? '' : node.childNodes.map(proseOf).join(' ');
}

function isMenu(element: Element): boolean {
  const { linked, prose } = measure(element);
  return linked > (linked + prose) * MAX_LINK_DENSITY;
}

/** A table of contents: of links to places on the page and nothing else. */
function isContents(list: Element): boolean {
  const links = elementsIn(list).filter((each) => attributeOf(each, 'href').startsWith('#'));
  const linked = links.reduce((sum, link) => sum + textOf(link).length, 0);
  // Between two links stands a blank at most.
  return links.length > 1 && textOf(list).length < linked + links.length;
}

/** Gives words to what says them without: formulas, and the ticks of a table. */
function sayInWords(element: Element): void {
  if (element.tagName === 'td') nameIcon(element);
  if (element.tagName === 'script') Object.assign(element, { tagName: 'math', nodeName: 'math', attrs: [] });
  if (element.tagName !== 'math') return;
  // KaTeX: the source of a formula, in place of its signs and the source.
  const source = elementsIn(element).find((each) => attributeOf(each, 'encoding') === 'application/x-tex');
  const tex = source ?? (element.childNodes.every((node) => !isElement(node)) ? element : undefined);
  if (tex) setChildren(element, [makeText(`$${textOf(tex)}$`)]);
}

/** The cell of a comparison with nothing but a tick has the name of the picture, or a sign for that of its class. */
function nameIcon(cell: Element): void {
  const inner = elementsIn(cell);
  const icons = inner.filter(({ tagName }) => ['img', 'svg', 'i', 'span'].includes(tagName));
  const text = textOf(cell);
  if (icons.length === 0 || text !== textOf(inner.find(({ tagName }) => tagName === 'svg'))) return;
  const names = icons.flatMap((icon) =>
    ['alt', 'aria-label', 'title'].map((name) => attributeOf(icon, name)),
  );
  const classes = icons.map((icon) => attributeOf(icon, 'class')).join(' ');
  const sign = /check|tick/i.test(classes) ? '✓' : /times|cross|xmark/i.test(classes) ? '✗' : '';
  setChildren(cell, [makeText(names.find(Boolean) || text || sign)]);
}
