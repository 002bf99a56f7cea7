import type { PageElement } from '../page-element.ts';

/** Converts an element of the document, with its content. */
export function readElement(element: Element): PageElement {
  const { childNodes } = element instanceof HTMLTemplateElement ? element.content : element;
  return {
    name: element.localName,
    attributes: new Map([...element.attributes].map(({ name, value }) => [name, value])),
    children: [...childNodes].flatMap(readNode),
  };
}

function readNode(node: Node): PageElement | string | [] {
  if (node instanceof Element) return readElement(node);
  if (node instanceof Comment) return { name: '#comment', attributes: new Map(), children: [node.data] };
  return node instanceof Text ? node.data : [];
}
