import { Readability } from '@mozilla/readability';
import { anchorOf } from './anchors.ts';
import { removeAll } from './replace-all.ts';
import { textOf } from './web-page.ts';

/** Characters of text from which on an element holds content. */
const MIN_TEXT = 80;
/** And under a heading: a shell has "Loading…". */
const MIN_HEADED_TEXT = 15;
/** Share of a page's text that Readability has to keep; of a start page it often takes one section of five. */
const MIN_READABLE_SHARE = 0.5;
/** Share of a sidebar's text in links from which on it is a menu. */
const MAX_LINK_DENSITY = 0.5;

/** What visitors of a blog wrote, by its names in WordPress and Disqus: no answer of the owner's, and none to trust. */
const COMMENTS =
  '.comments-area, .wp-block-comments, .comment-list, .comment-respond, .woocommerce-Reviews, #disqus_thread';

/** Elements without text for a reader, or with the same on every page. */
const FURNITURE = `script, style, link, template, noscript, svg, canvas, iframe, object, embed, img, picture, video, audio,
  nav, footer, dialog, input, select, textarea,
  button:not(:is(h1, h2, h3, h4, h5, h6, [role="heading"]) button, [aria-expanded][aria-controls]), label:not(:is([type="checkbox"], [type="radio"]) + label:has(+ div, + p, + section)), [aria-hidden="true"]:not([aria-labelledby]), [role="navigation"], [role="search"],
  [role="contentinfo"], [role="dialog"], [role="alertdialog"], [role="menu"], [role="menubar"], [class*="breadcrumb" i]`;

/** Where a site asks for consent, by the names of common tools. */
const CONSENT =
  '[id*="cookie" i], [class*="cookie" i], [id*="consent" i], [class*="consent" i], [aria-label*="cookie" i], .cc-window';

/** Takes away what is no content, wherever it stands. */
export function removeFurniture(document: Document): void {
  openShadows(document);
  nameQuestions(document);
  for (const bar of document.querySelectorAll(CONSENT))
    // A page about cookies may be called so, too.
    if (
      bar.closest('main, article') === null &&
      bar.querySelector('main, article, h1') === null &&
      bar !== document.body
    )
      bar.remove();
  for (const cell of document.querySelectorAll('td')) nameIcon(cell);
  // KaTeX: the source of a formula, in place of its signs and the source.
  for (const source of document.querySelectorAll('annotation[encoding="application/x-tex"]'))
    source.closest('math')?.replaceChildren(`$${textOf(source)}$`);
  removeAll(document.querySelectorAll(`${FURNITURE}, ${COMMENTS}`));
  // ASP.NET puts the whole page into one form.
  removeAll(document.querySelectorAll('form:not(:has(main, article, h1, h2))'));
  // The header of an article holds its title, the one of the page its menus.
  for (const header of document.querySelectorAll('header, [role="banner"]'))
    if (header.closest('main, article, [role="main"]') === null) header.remove();
  for (const list of document.querySelectorAll('ul, ol')) if (isContents(list)) list.remove();
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
  return landmarks.find(hasContent) ?? findReadable(document) ?? document.body;
}

/** Whether there is text to answer with. A short one has a heading, such as "Contact" above a number. */
export function hasContent(element: Element): boolean {
  const { length } = textOf(element);
  const heading = textOf(element.querySelector('h1, h2'));
  return length >= MIN_TEXT || (heading !== '' && length > heading.length + MIN_HEADED_TEXT);
}

function findReadable(document: Document): HTMLElement | undefined {
  // Readability changes the document that it reads.
  const copy = document.cloneNode(true);
  if (!isDocument(copy)) return undefined;
  // It takes away what is empty, as `<a name="returns"></a>` in front of a heading is.
  for (const heading of copy.querySelectorAll('h1, h2, h3, h4, h5, h6'))
    heading.id = anchorOf(heading, copy.body);
  // The classes of code name its language.
  const options = { serializer: (node: Node) => node, keepClasses: true };
  const content = new Readability<Node>(copy, options).parse()?.content;
  if (!content || !isHtmlElement(content)) return undefined;
  // An id of its own, which would be the anchor of the first heading.
  content.querySelector('[id^="readability-page-"]')?.removeAttribute('id');
  const isMost = textOf(content).length >= textOf(document.body).length * MIN_READABLE_SHARE;
  return isMost ? content : undefined;
}

/** Declarative shadow DOM: a component's content in a template, its slots filled by what stands beside that. */
function openShadows(document: Document): void {
  for (;;) {
    const template = document.querySelector<HTMLTemplateElement>('template[shadowrootmode]');
    const host = template?.parentElement;
    if (!template || !host) return;
    template.remove();
    const light = [...host.childNodes];
    host.append(template.content);
    for (const slot of host.querySelectorAll('slot')) {
      const nameOf = (node: Node): string => (isElement(node) ? (node.getAttribute('slot') ?? '') : '');
      const filling = light.filter((node) => nameOf(node) === slot.name);
      if (filling.length > 0) slot.replaceWith(...filling);
    }
  }
}

/** `<button>How long?</button><div>Two days.</div>` is a question and its answer, whatever opens it. */
function nameQuestions(document: Document): void {
  for (const button of document.querySelectorAll('button')) {
    const isQuestion =
      /[?？؟]$/.test(textOf(button)) && button.closest('form, h1, h2, h3, h4, h5, h6') === null;
    if (!isQuestion) continue;
    const heading = document.createElement('div');
    heading.setAttribute('role', 'heading');
    heading.id = button.id;
    heading.append(...button.childNodes);
    button.replaceWith(heading);
  }
}

function isElement(node: Node): node is Element {
  return node.nodeType === node.ELEMENT_NODE;
}

function isMenu(element: Element): boolean {
  if (element.closest('main, article, [role="main"]') === null) return true;
  const linked = [...element.querySelectorAll('a')].reduce((sum, link) => sum + textOf(link).length, 0);
  return linked > textOf(element).length * MAX_LINK_DENSITY;
}

/** The cell of a comparison with nothing but a tick has the name of the picture, or a sign for that of its class. */
function nameIcon(cell: Element): void {
  const icons = [...cell.querySelectorAll('img, svg, i, span')];
  if (icons.length === 0 || textOf(cell) !== textOf(cell.querySelector('svg'))) return;
  const names = icons.flatMap((icon) =>
    ['alt', 'aria-label', 'title'].map((name) => icon.getAttribute(name)),
  );
  const classes = icons.map((icon) => icon.getAttribute('class')).join(' ');
  const sign = /check|tick/i.test(classes) ? '✓' : /times|cross|xmark/i.test(classes) ? '✗' : '';
  cell.textContent = names.find(Boolean) || textOf(cell) || sign;
}

/** A table of contents: of links to places on the page and nothing else. */
function isContents(list: Element): boolean {
  const links = [...list.querySelectorAll('a[href^="#"]')];
  const linked = links.reduce((sum, link) => sum + textOf(link).length, 0);
  // Between two links stands a blank at most.
  return links.length > 1 && textOf(list).length < linked + links.length;
}

function isDocument(node: Node): node is Document {
  return node.nodeType === node.DOCUMENT_NODE;
}

function isHtmlElement(node: Node): node is HTMLElement {
  return node.nodeType === node.ELEMENT_NODE;
}
