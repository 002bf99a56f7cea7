/** Attributes of an element, by lower-case name. */
export type Attributes = ReadonlyMap<string, string>;

/** An element as a browser has parsed it. A comment is an element with the name `#comment`. */
export interface PageElement {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: readonly (PageElement | string)[];
  /** Whether there was an end tag; undefined if this is not known, as in a document. */
  readonly isClosed?: boolean;
}

/** Elements whose content browsers neither show as elements nor run. */
const INERT = new Set([
  '#comment',
  'iframe',
  'noembed',
  'noframes',
  'noscript',
  'plaintext',
  'script',
  'style',
  'template',
  'textarea',
  'title',
  'xmp',
]);

/** An element and its descendants in document order, without the content of inert elements. */
export function listElements(root: PageElement): PageElement[] {
  if (root.name === '#comment') return [];
  return [root, ...(INERT.has(root.name) ? [] : childElements(root).flatMap(listElements))];
}

/** The child elements. */
export function childElements({ children }: PageElement): PageElement[] {
  return children.filter((child) => typeof child !== 'string');
}

/** The visible text, without scripts, comments and other inert elements. */
export function shownText(root: PageElement): string {
  if (INERT.has(root.name)) return '';
  return root.children.map((child) => (typeof child === 'string' ? child : shownText(child))).join('');
}

/** The inert elements, each with its text and the attributes in it. */
export function listInert(root: PageElement): { readonly holder: PageElement; readonly text: string }[] {
  if (INERT.has(root.name)) return [{ holder: root, text: allText(root) }];
  return childElements(root).flatMap(listInert);
}

/** The text of an element, including the attributes of its descendants. */
export function allText({ children }: PageElement): string {
  return children
    .map((child) =>
      typeof child === 'string' ? child : [...child.attributes.values(), allText(child)].join(' '),
    )
    .join(' ');
}
