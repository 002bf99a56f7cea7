import { Readability } from '@mozilla/readability';
import { removeAll } from './replace-all.ts';
import { textOf } from './web-page.ts';

/** Characters of text below which a landmark does not hold the content. */
const MIN_LANDMARK_TEXT = 80;
/** Share of a page's text that Readability has to keep; of a start page it often takes one section of five. */
const MIN_READABLE_SHARE = 0.5;
/** Share of a sidebar's text in links from which on it is a menu. */
const MAX_LINK_DENSITY = 0.5;

/** Elements without text for a reader, or with the same on every page. */
const FURNITURE = `script, style, link, template, noscript, svg, canvas, iframe, object, embed, img, picture, video, audio,
  nav, footer, dialog, button, input, select, textarea, label, [aria-hidden="true"], [role="navigation"], [role="search"],
  [role="contentinfo"], [role="dialog"], [role="alertdialog"], [role="menu"], [role="menubar"], [class*="breadcrumb" i]`;

/** Takes away what is no content, wherever it stands. */
export function removeFurniture(document: Document): void {
  removeAll(document.querySelectorAll(FURNITURE));
  // ASP.NET puts the whole page into one form.
  removeAll(document.querySelectorAll('form:not(:has(main, article, h1, h2))'));
  // The header of an article holds its title, the one of the page its menus.
  for (const header of document.querySelectorAll('header, [role="banner"]'))
    if (header.closest('main, article, [role="main"]') === null) header.remove();
  for (const aside of document.querySelectorAll('aside')) if (isMenu(aside)) aside.remove();
}

/**
 * The element with a page's content: the only `main`, else the only `article`, else what Mozilla's Readability takes for it,
 * else all that is left. Call `removeFurniture` before.
 */
export function findMain(document: Document): HTMLElement {
  const landmarks = [
    document.querySelectorAll<HTMLElement>('main, [role="main"]'),
    document.querySelectorAll('article'),
  ].flatMap((found) => (found.length === 1 ? [...found] : []));
  const landmark = landmarks.find((element) => textOf(element).length >= MIN_LANDMARK_TEXT);
  return landmark ?? findReadable(document) ?? document.body;
}

function findReadable(document: Document): HTMLElement | undefined {
  // Readability changes the document that it reads.
  const copy = document.cloneNode(true);
  if (!isDocument(copy)) return undefined;
  const content = new Readability<Node>(copy, { serializer: (node) => node }).parse()?.content;
  if (!content || !isHtmlElement(content)) return undefined;
  const isMost = textOf(content).length >= textOf(document.body).length * MIN_READABLE_SHARE;
  return isMost ? content : undefined;
}

function isMenu(element: Element): boolean {
  if (element.closest('main, article, [role="main"]') === null) return true;
  const linked = [...element.querySelectorAll('a')].reduce((sum, link) => sum + textOf(link).length, 0);
  return linked > textOf(element).length * MAX_LINK_DENSITY;
}

function isDocument(node: Node): node is Document {
  return node.nodeType === node.DOCUMENT_NODE;
}

function isHtmlElement(node: Node): node is HTMLElement {
  return node.nodeType === node.ELEMENT_NODE;
}
