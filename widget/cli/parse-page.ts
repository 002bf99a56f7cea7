import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import type { PageElement } from '../doctor/page-element.ts';

/** Parses the HTML of a page as browsers do. */
export function parsePage(html: string): PageElement {
  const { childNodes } = parse(html, { sourceCodeLocationInfo: true });
  return { name: '#document', attributes: new Map(), children: childNodes.flatMap(readNode) };
}

function readNode(node: DefaultTreeAdapterTypes.Node): PageElement | string | [] {
  if (node.nodeName === '#comment')
    return { name: '#comment', attributes: new Map(), children: 'data' in node ? [node.data] : [] };
  if (node.nodeName === '#text') return 'value' in node ? node.value : [];
  if (!('tagName' in node)) return [];
  const { childNodes } = 'content' in node ? node.content : node;
  return {
    name: node.tagName,
    attributes: new Map(node.attrs.map(({ name, value }) => [name, value])),
    children: childNodes.flatMap(readNode),
    isClosed: node.sourceCodeLocation?.endTag !== undefined,
  };
}
