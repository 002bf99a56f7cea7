import type { DefaultTreeAdapterTypes } from 'parse5';
import { findAll, findAround, has } from './selectors.ts';
import {
  attributeOf,
  siblingOf,
  childrenOf,
  isElement,
  makeElement,
  makeText,
  setChildren,
  textOf,
  type Element,
  type Node,
  type Parent,
} from './tree.ts';

const QUESTION = /[?？؟]$/;
/** Headings: each begins a section. */
export const HEADINGS = 'h1, h2, h3, h4, h5, h6, [role="heading"]';

/**
 * Rewrites as plain HTML what a page shows only by style sheets, scripts and components: shadow trees, questions of accordions,
 * names of tabs, ticks, formulas. Changes the document.
 */
export function reveal(document: Parent): void {
  openShadows(document);
  for (const element of findAll(document, 'button, [role="button"], dt'))
    if (isQuestion(element)) toHeading(element);
  nameTabs(document);
  for (const cell of findAll(document, 'td')) nameIcon(cell);
  for (const script of findAll(document, 'script[type^="math/tex"]'))
    setChildren(script, [makeText(`$${textOf(script)}$`)]);
  // KaTeX writes a formula as symbols and as its source: only the source is kept.
  for (const math of findAll(document, 'math'))
    for (const source of findAll(math, 'annotation[encoding="application/x-tex"]'))
      setChildren(math, [makeText(`$${textOf(source)}$`)]);
}

/**
 * Replaces declarative shadow DOM by what it shows: the template of a component, whose slots are filled by the children of the
 * component.
 */
function openShadows(parent: Parent): void {
  for (const host of childrenOf(parent)) {
    const template = childrenOf(host).find(isShadow);
    if (template) {
      const light = host.childNodes.filter((node) => node !== template);
      setChildren(host, template.content.childNodes);
      fillSlots(host, light);
    }
    openShadows(host);
  }
}

function isShadow(element: Element): element is DefaultTreeAdapterTypes.Template {
  return element.tagName === 'template' && attributeOf(element, 'shadowrootmode') !== '';
}

function fillSlots(parent: Element, light: readonly Node[]): void {
  for (const child of childrenOf(parent)) {
    if (child.tagName !== 'slot') fillSlots(child, light);
    else {
      const name = attributeOf(child, 'name');
      const slotOf = (node: Node): string => (isElement(node) ? attributeOf(node, 'slot') : '');
      const filling = light.filter((node) => slotOf(node) === name);
      if (filling.length > 0) setChildren(child, filling);
    }
  }
}

/**
 * Whether an element is a question with its answer behind it: `<button>How long?</button><div>Two days.</div>`, whatever opens the
 * answer; a button that opens the element behind it; or a term that ends with a question mark, `<dt>How long?</dt><dd>Two
 * days.</dd>`.
 */
function isQuestion(element: Element): boolean {
  const isAsking = QUESTION.test(textOf(element));
  if (element.tagName === 'dt') return isAsking && !has(element, HEADINGS);
  return (
    !findAround(element, `${HEADINGS}, form, nav, header, footer, dialog, dt`) &&
    (isAsking || isOpener(element))
  );
}

/** Whether a button opens the element right behind it, or behind an element that holds nothing but the button. */
function isOpener(button: Element): boolean {
  const id = attributeOf(button, 'aria-controls');
  if (id === '' || textOf(button) === '') return false;
  const panels = [button, ...wrappersOf(button)].flatMap((each) => siblingOf(each, 1) ?? []);
  return panels.some(
    (panel) => attributeOf(panel, 'id') === id && panel.tagName !== 'nav' && textOf(panel) !== '',
  );
}

function wrappersOf(element: Element): readonly Element[] {
  const { parentNode } = element;
  const isWrapper =
    isElement(parentNode) && parentNode.childNodes.every((node) => node === element || textOf(node) === '');
  return isWrapper ? [parentNode, ...wrappersOf(parentNode)] : [];
}

function toHeading(element: Element): void {
  const attrs = element.attrs.filter(({ name }) => name === 'id' || name === 'aria-controls');
  attrs.push({ name: 'role', value: 'heading' });
  Object.assign(element, { tagName: 'div', nodeName: 'div', attrs });
}

/**
 * Puts the name of each tab above its panel: `<div role="tablist"><button role="tab" id="t">npm</button></div><div role="tabpanel"
 * aria-labelledby="t">`. Tab and panel belong together by their ids, else by their order.
 */
function nameTabs(document: Parent): void {
  const panels = findAll(document, '[role="tabpanel"]');
  const byName = new Map<string | Element | undefined, Element>(
    ['aria-labelledby', 'id'].flatMap((name) =>
      panels.map((panel) => [attributeOf(panel, name) || panel, panel] as const),
    ),
  );
  const tabs = findAll(document, '[role="tab"]');
  for (const [index, tab] of tabs.entries()) {
    const [own, controlled] = ['id', 'aria-controls'].map((name) => attributeOf(tab, name) || tab);
    const named = byName.get(controlled) ?? byName.get(own);
    const panel = named ?? (panels.length === tabs.length ? panels[index] : undefined);
    if (panel === undefined || textOf(childrenOf(panel)[0]) === textOf(tab)) continue;
    const label = makeElement('p', [makeElement('strong', [...tab.childNodes])]);
    setChildren(panel, [label, ...panel.childNodes]);
  }
}

/** Writes words into a cell that has nothing but a tick: the name of the picture, or a sign that its class tells. */
function nameIcon(cell: Element): void {
  const icons = findAll(cell, 'img, svg, i, span');
  const text = textOf(cell);
  if (icons.length === 0 || text !== textOf(findAll(cell, 'svg')[0])) return;
  const names = icons.flatMap((icon) =>
    ['alt', 'aria-label', 'title'].map((name) => attributeOf(icon, name)),
  );
  const classes = icons.map((icon) => attributeOf(icon, 'class')).join(' ');
  const sign = /check|tick/i.test(classes) ? '✓' : /times|cross|xmark/i.test(classes) ? '✗' : '';
  setChildren(cell, [makeText(names.find(Boolean) || text || sign)]);
}
