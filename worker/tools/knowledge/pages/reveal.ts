import type { DefaultTreeAdapterTypes } from 'parse5';
import {
  ancestorsOf,
  attributeOf,
  besideOf,
  childrenOf,
  elementsIn,
  isElement,
  makeElement,
  setChildren,
  textOf,
  type Element,
  type Node,
  type Parent,
} from './tree.ts';

const QUESTION = /[?？؟]$/;
/** Where a button is none of an accordion, or has its heading already. */
const OTHERS = new Set('form nav header footer dialog h1 h2 h3 h4 h5 h6 dt'.split(' '));

/**
 * Writes as plain HTML what scripts and components make of a page: shadow trees, the questions of accordions, the names of tabs.
 * Changes the document.
 */
export function reveal(document: Parent): void {
  openShadows(document);
  const elements = elementsIn(document);
  for (const element of elements) if (isQuestion(element)) toHeading(element);
  for (const element of elements) if (attributeOf(element, 'role') === 'tablist') nameTabs(element);
}

/** Declarative shadow DOM: a component's content in a template, its slots filled by what stands beside that. */
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
 * `<button>How long?</button><div>Two days.</div>` is a question and its answer, whatever opens it; so is a button that opens the
 * element behind it, and a question that is a term: `<dt>How long?</dt><dd>Two days.</dd>`.
 */
function isQuestion(element: Element): boolean {
  const { tagName } = element;
  if (tagName === 'dt') return QUESTION.test(textOf(element)) && !elementsIn(element).some(isHeading);
  if (tagName !== 'button' && attributeOf(element, 'role') !== 'button') return false;
  if (ancestorsOf(element).some((each) => OTHERS.has(each.tagName) || isHeading(each))) return false;
  return QUESTION.test(textOf(element)) || isOpener(element);
}

function isHeading({ tagName, attrs }: Element): boolean {
  return /^h[1-6]$/.test(tagName) || attrs.some(({ name, value }) => name === 'role' && value === 'heading');
}

/** Whether a button controls the element right behind it, or behind an element with nothing else in it. */
function isOpener(button: Element): boolean {
  const id = attributeOf(button, 'aria-controls');
  if (id === '' || textOf(button) === '') return false;
  const wrappers = ancestorsOf(button).filter((each) => textOf(each) === textOf(button));
  const panels = [button, ...wrappers].flatMap((each) => besideOf(each, 1) ?? []);
  return panels.some(
    (panel) => attributeOf(panel, 'id') === id && panel.tagName !== 'nav' && textOf(panel) !== '',
  );
}

function toHeading(element: Element): void {
  const attrs = element.attrs.filter(({ name }) => name === 'id' || name === 'aria-controls');
  attrs.push({ name: 'role', value: 'heading' });
  Object.assign(element, { tagName: 'div', nodeName: 'div', attrs });
}

/** `<div role="tablist"><button role="tab" id="t">npm</button></div><div role="tabpanel" aria-labelledby="t">`: by ids, else in order. */
function nameTabs(list: Element): void {
  const tabs = elementsIn(list).filter((each) => attributeOf(each, 'role') === 'tab');
  const [around] = ancestorsOf(list).filter((each) => panelsIn(each).length > 0);
  const panels = around ? panelsIn(around) : [];
  for (const [index, tab] of tabs.entries()) {
    const isOfTab = (panel: Element): boolean => {
      const [own, label] = [attributeOf(panel, 'id'), attributeOf(panel, 'aria-labelledby')];
      return (
        (own !== '' && own === attributeOf(tab, 'aria-controls')) ||
        (label !== '' && label === attributeOf(tab, 'id'))
      );
    };
    const panel = panels.find(isOfTab) ?? (panels.length === tabs.length ? panels[index] : undefined);
    if (panel === undefined || textOf(childrenOf(panel)[0]) === textOf(tab)) continue;
    const label = makeElement('p', [makeElement('strong', [...tab.childNodes])]);
    setChildren(panel, [label, ...panel.childNodes]);
  }
}

function panelsIn(element: Element): readonly Element[] {
  return elementsIn(element).filter((each) => attributeOf(each, 'role') === 'tabpanel');
}
