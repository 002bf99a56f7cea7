import { html, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

export type Node = DefaultTreeAdapterTypes.ChildNode;
export type Element = DefaultTreeAdapterTypes.Element;
/** A document, a fragment, or an element. */
export type Parent = DefaultTreeAdapterTypes.ParentNode;

/**
 * Soft hyphens, of which German pages have many: nobody would find `Versand&shy;kosten`. The others mark where a line may break.
 */
const INVISIBLE = /[\u00AD\u200B\uFEFF]/g;

export function isElement(node: Node | Parent | null): node is Element {
  return node !== null && 'tagName' in node;
}

/** Empty where the element does not have the attribute, and where there is no element. */
export function attributeOf(element: Element | undefined, name: string): string {
  return element?.attrs.find((each) => each.name === name)?.value ?? '';
}

export function hasAttribute({ attrs }: Element, name: string): boolean {
  return attrs.some((each) => each.name === name);
}

export function childrenOf({ childNodes }: Parent): readonly Element[] {
  return childNodes.filter(isElement);
}

/** The ancestors of an element, from the inside out. */
export function ancestorsOf(element: Element): readonly Element[] {
  const ancestors: Element[] = [];
  for (let parent = element.parentNode; isElement(parent); parent = parent.parentNode) ancestors.push(parent);
  return ancestors;
}

/** The element right before this one (`step` -1) or right behind it (1). Only text and comments may stand between them. */
export function siblingOf(element: Element, step: -1 | 1): Element | undefined {
  const siblings = element.parentNode?.childNodes ?? [];
  let index = siblings.indexOf(element) + step;
  while (siblings[index] !== undefined && !isElement(siblings[index] ?? null)) index += step;
  const beside = siblings[index] ?? null;
  return isElement(beside) ? beside : undefined;
}

/** The text of a node as it is written, blanks and line ends included. */
export function rawTextOf(node: Node | Parent): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(rawTextOf).join('') : '';
}

/** The text of a node in one line; empty where there is no node. */
export function textOf(node: Node | Parent | undefined): string {
  return node === undefined ? '' : collapse(rawTextOf(node)).trim();
}

/**
 * The text of an element in one line. `before` gives what is written before the text of each element inside; where it gives
 * undefined, that element is left out.
 */
export function joinTexts(element: Element, before: (each: Element) => string | undefined): string {
  const read = (node: Node): string => {
    if (!isElement(node)) return rawTextOf(node);
    const text = before(node);
    return text === undefined ? '' : `${text}${node.childNodes.map(read).join('')}`;
  };
  return collapse(element.childNodes.map(read).join('')).trim();
}

/** A text without invisible marks for line breaks, in which each white space is one blank. */
export function collapse(text: string): string {
  return text.replace(INVISIBLE, '').replace(/\s+/g, ' ');
}

/** The text of a piece of HTML, in one line. */
export function textOfHtml(source: string): string {
  return textOf(parseFragment(source));
}

/** Makes an element with these children, which are moved into it. */
export function makeElement(
  tagName: string,
  childNodes: readonly Node[],
  attributes: Readonly<Record<string, string>> = {},
): Element {
  const element: Element = {
    nodeName: tagName,
    tagName,
    attrs: Object.entries(attributes).map(([name, value]) => ({ name, value })),
    namespaceURI: html.NS.HTML,
    childNodes: [],
    parentNode: null,
  };
  setChildren(element, childNodes);
  return element;
}

export function makeText(value: string): Node {
  return { nodeName: '#text', value, parentNode: null };
}

/** Makes these nodes the only children of a parent. */
export function setChildren(parent: Parent, nodes: readonly Node[]): void {
  parent.childNodes = [...nodes];
  for (const node of nodes) node.parentNode = parent;
}
