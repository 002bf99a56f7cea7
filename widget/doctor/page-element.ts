/** Attributes of an element by their lower-case names. */
export type Attributes = ReadonlyMap<string, string>;

/** An element as a browser has understood the HTML of its page. A comment is one with the name `#comment`. */
export interface PageElement {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: readonly (PageElement | string)[];
  /** Whether its end tag was there; undefined where only the outcome is known. */
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

/** An element and those inside of it, in the order of the page, as far as browsers take them for elements. */
export function listElements(root: PageElement): PageElement[] {
  if (root.name === '#comment') return [];
  return [root, ...(INERT.has(root.name) ? [] : childElements(root).flatMap(listElements))];
}

/** The elements right inside of one. */
export function childElements({ children }: PageElement): PageElement[] {
  return children.filter((child) => typeof child !== 'string');
}

/** The text that is on the page: without that of scripts, comments and the like. */
export function shownText(root: PageElement): string {
  if (INERT.has(root.name)) return '';
  return root.children.map((child) => (typeof child === 'string' ? child : shownText(child))).join('');
}

/** What stands in the elements whose content browsers do not run, attributes included, one text for each. */
export function listInert(root: PageElement): { readonly holder: PageElement; readonly text: string }[] {
  if (INERT.has(root.name)) return [{ holder: root, text: allText(root) }];
  return childElements(root).flatMap(listInert);
}

/** The text of an element, with the attributes of those inside of it. */
export function allText({ children }: PageElement): string {
  return children
    .map((child) =>
      typeof child === 'string' ? child : [...child.attributes.values(), allText(child)].join(' '),
    )
    .join(' ');
}
