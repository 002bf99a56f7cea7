import { isMostlyLinks, LANDMARKS } from './main-content.ts';
import { HEADINGS } from './reveal.ts';
import { findAll, findAround, has, matches } from './selectors.ts';
import {
  attributeOf,
  siblingOf,
  childrenOf,
  isElement,
  rawTextOf,
  textOf,
  type Element,
  type Node,
  type Parent,
} from './tree.ts';

/** Elements that have no text for a reader, or the same text on every page. */
const FURNITURE = `script, style, link, meta, title, template, noscript, svg, canvas, iframe, object, embed, img, picture, video, audio,
  map, nav, footer, dialog, input, select, textarea, datalist, [role="navigation"], [role="search"], [role="banner"],
  [role="contentinfo"], [role="dialog"], [role="alertdialog"], [role="menu"], [role="menubar"], [role="tablist"], [class*="breadcrumb"]`;
/** MathJax writes formulas as scripts: these are kept. */
const FORMULA = 'script[type^="math/tex"]';
/**
 * Class names and ids of dialogs, and of comments in WordPress and Disqus. Comments are no answers of the owner, and nobody should
 * trust them.
 */
const NAMES =
  /(?:^|\s)(?:modal|skip-?(?:link|to-content|nav)|comments-area|wp-block-comments|comment-list|comment-respond|woocommerce-Reviews|disqus_thread)(?:\s|$)/i;
/** Class names and ids of tables of contents. The heading of one would become that of all the text behind it. */
const TABLE_OF_CONTENTS = /(?:^|[\s_-])(?:toc|table[-_]?of[-_]?contents)(?:$|[\s_-])/i;
const UNSEEN = /(?:^|;)\s*(?:display:\s*none|visibility:\s*hidden)/i;

/** Names of elements that ask for consent to cookies, in common tools. */
const CONSENT = /cookie|consent|gdpr|onetrust|didomi|usercentrics|cc-window/i;
const CONSENT_BAR =
  /(?:cookie|consent|gdpr)[-_ ]?(?:banner|bar|notice|popup|modal|overlay|message|wall|law|box)/i;
/** Words in such an element, or on its buttons. */
const CONSENT_WORDS =
  /accept|agree|allow|reject|declin|consent|privacy|akzept|zustimm|ablehn|erlaub|refus|autoris|acept|rechaz|accett|rifiut|aceit|akcept|同意|동의/i;
const MAX_CONSENT = 1_000;

/** Removes menus, banners and other elements that are no content, everywhere in the document. Changes the document. */
export function removeFurniture(document: Parent): void {
  const opened = new Set(
    findAll(document, '[aria-controls], [data-target], [data-bs-target], [href^="#"]').flatMap(targetsOf),
  );
  const buttoned = ancestorsOfAll(document, 'button, [role="button"]');
  const pages = ancestorsOfAll(document, `${LANDMARKS}, h1, nav, header, footer`);
  const bars = new Set(
    findAll(document, 'div, section, aside, form, p, ul').filter(
      (each) => !pages.has(each) && asksForConsent(each, buttoned.has(each)),
    ),
  );
  const isKept = (node: Node): boolean =>
    isElement(node)
      ? !bars.has(node) && !isFurniture(node) && !(isHidden(node) && !isOpened(node, opened))
      : node.nodeName === '#text';
  const clean = (parent: Parent): void => {
    parent.childNodes = parent.childNodes.filter(isKept);
    childrenOf(parent).forEach(clean);
  };
  clean(document);
}

/** All ancestors of the elements that match. */
function ancestorsOfAll(document: Parent, selectors: string): ReadonlySet<Element> {
  const holders = new Set<Element>();
  for (const { parentNode } of findAll(document, selectors))
    for (let around = parentNode; isElement(around) && !holders.has(around); around = around.parentNode)
      holders.add(around);
  return holders;
}

function isFurniture(element: Element): boolean {
  const { tagName } = element;
  if (matches(element, FURNITURE)) return !matches(element, FORMULA);
  const names = `${attributeOf(element, 'class')} ${attributeOf(element, 'id')}`;
  if (NAMES.test(names)) return true;
  const list = matches(element, HEADINGS) ? siblingOf(element, 1) : element;
  if (list && TABLE_OF_CONTENTS.test(names) && isMostlyLinks(list)) return true;
  if (tagName === 'button') return textOf(findAround(element, HEADINGS)) !== textOf(element);
  if (tagName === 'label') return !opensAnswer(element);
  // A form is kept if it has content: ASP.NET puts the whole page into one form.
  if (tagName === 'form') return !has(element, 'main, article, h1, h2');
  // The header of a section holds its title, the one of the page its menus.
  if (tagName === 'header') return !findAround(element, `${LANDMARKS}, section`);
  if (matches(element, 'aside, [role="complementary"]'))
    return !findAround(element, LANDMARKS) || isMostlyLinks(element);
  return matches(element, 'ul, ol') && isContents(element);
}

function isHidden(element: Element): boolean {
  return (
    matches(element, '[hidden=""], [hidden="hidden"], [hidden="true"], [aria-hidden="true"]') ||
    UNSEEN.test(attributeOf(element, 'style'))
  );
}

/** Whether something on the page opens a hidden element. The answers of an accordion and the texts of closed tabs are content. */
function isOpened(element: Element, opened: ReadonlySet<string>): boolean {
  const before = siblingOf(element, -1);
  const isAnswer = before && matches(before, HEADINGS) && attributeOf(element, 'aria-hidden') !== 'true';
  return (
    isAnswer ||
    matches(element, '[role="tabpanel"], [aria-labelledby]') ||
    opened.has(attributeOf(element, 'id'))
  );
}

function targetsOf(element: Element): readonly string[] {
  const names = ['aria-controls', 'data-target', 'data-bs-target', 'href'];
  return names.flatMap((name) => attributeOf(element, name).replace(/^#/, '') || []);
}

/** Whether a label opens an answer without any script: a checkbox stands before it, the answer behind it. */
function opensAnswer(label: Element): boolean {
  const [before, after] = [siblingOf(label, -1), siblingOf(label, 1)];
  const isTicked = before && matches(before, 'input[type="checkbox"], input[type="radio"]');
  return Boolean(isTicked && after && matches(after, 'div, p, section'));
}

/**
 * Whether an element asks for consent: by its name, or because it has a few words about cookies and a button. The name alone does
 * not decide: a page about cookies may be called so, too.
 */
function asksForConsent(element: Element, hasButton: boolean): boolean {
  const names = ['id', 'class', 'aria-label'].map((name) => attributeOf(element, name)).join(' ');
  const isBar = CONSENT_BAR.test(names);
  if (isBar || !hasButton || findAround(element, LANDMARKS)) return isBar;
  const text = textOf(element);
  return (
    text.length < MAX_CONSENT &&
    (CONSENT.test(names) || (CONSENT.test(proseOf(element)) && CONSENT_WORDS.test(text)))
  );
}

/** The text outside of links and buttons. */
function proseOf(node: Node): string {
  if (!isElement(node)) return rawTextOf(node);
  return matches(node, 'a, button') ? '' : node.childNodes.map(proseOf).join(' ');
}

/** Whether a list is a table of contents: links to places on the page and nothing else. */
function isContents(list: Element): boolean {
  const links = findAll(list, 'a[href^="#"]');
  const linked = links.reduce((sum, link) => sum + textOf(link).length, 0);
  // Between two links stands a blank at most.
  return links.length > 1 && textOf(list).length < linked + links.length;
}
