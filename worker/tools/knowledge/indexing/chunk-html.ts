import { html, parse, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { toPassages, type PassageRow, type DocumentAddress, type Section } from './passage.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Elements that stand on every page of a site, or hold no text. */
const IGNORED = new Set('script style template noscript svg iframe form nav header footer aside'.split(' '));
/** Elements that end a block of text. */
const BLOCKS = new Set('p li pre blockquote tr dt dd div section article main ul ol table figure'.split(' '));
const HEADING = /^h[1-6]$/;

/**
 * Cuts an HTML document at its headings: the content of `main`, else of `article`, else of `body`. The title is the
 * first `h1`, else `title`; what `details` folds is cut at its `summary`. A passage links to the id of its heading, of the nearest element around it, or of the heading above.
 *
 * @example
 * chunkHtml('<main><h1>Shop</h1><h2 id="returns">Returns</h2><p>Free.</p></main>', { id: 'shop', url: '/shop' }).passages;
 * // [{ id: 'shop#returns', title: 'Shop: Returns', url: '/shop#returns', text: 'Free.' }]
 */
export function chunkHtml(
  source: string,
  address: DocumentAddress,
): { readonly title: string; readonly passages: readonly PassageRow[] } {
  const elements = descendants(parse(source).childNodes);
  const find = (name: string): Element | undefined => elements.find(({ tagName }) => tagName === name);
  const root = find('main') ?? find('article') ?? find('body');
  const title = textOf(find('h1')) || textOf(find('title')) || address.id;
  const reader = new SectionReader(title);
  reader.readAll(root?.childNodes ?? []);
  return { title, passages: toPassages(title, reader.sections, address) };
}

/** Reads text in the order of the document and begins a section at every heading. */
class SectionReader {
  readonly sections: Section[];
  #block = '';

  constructor(title: string) {
    this.sections = [{ heading: title, anchor: '', blocks: [] }];
  }

  readAll(nodes: readonly Node[]): void {
    this.#read(nodes, '');
    this.#endBlock();
  }

  /** `anchor` is the id of the nearest element around these nodes. */
  #read(nodes: readonly Node[], anchor: string): void {
    for (const node of nodes) {
      if (node.nodeName === '#text' && 'value' in node) this.#block += node.value;
      else if ('tagName' in node && !IGNORED.has(node.tagName)) this.#readElement(node, idOf(node) || anchor);
    }
  }

  #readElement(element: Element, anchor: string): void {
    const { tagName, childNodes } = element;
    if (HEADING.test(tagName)) {
      this.#endBlock();
      const ids = [element, ...descendants(childNodes)].map(idOf);
      const anchors = [...ids, anchor, this.sections.at(-1)?.anchor];
      this.sections.push({ heading: textOf(element), anchor: anchors.find(Boolean) ?? '', blocks: [] });
    } else if (tagName === 'details') {
      this.#readFolded(element, anchor);
    } else if (tagName === 'pre') {
      this.#endBlock();
      this.#push(`\`\`\`\n${rawTextOf(element).replace(/\n+$/, '')}\n\`\`\``);
    } else {
      if (BLOCKS.has(tagName)) this.#endBlock();
      if (tagName === 'td' || tagName === 'th' || tagName === 'br') this.#block += ' ';
      this.#read(childNodes, anchor);
      if (BLOCKS.has(tagName)) this.#endBlock();
    }
  }

  /** Under its summary: of questions and answers each is a section. What follows belongs to the heading above again. */
  #readFolded(element: Element, anchor: string): void {
    const { childNodes } = element;
    this.#endBlock();
    const above = this.sections.at(-1) ?? { heading: '', anchor: '', blocks: [] };
    const summary = childNodes.find((node): node is Element => node.nodeName === 'summary');
    const heading = textOf(summary) || above.heading;
    this.sections.push({ heading, anchor: idOf(element) || above.anchor || anchor, blocks: [] });
    this.#read(
      childNodes.filter((node) => node !== summary),
      anchor,
    );
    this.#endBlock();
    this.sections.push({ ...above, blocks: [] });
  }

  #endBlock(): void {
    this.#push(this.#block.replace(/\s+/g, ' ').trim());
    this.#block = '';
  }

  #push(block: string): void {
    if (block !== '') this.sections.at(-1)?.blocks.push(block);
  }
}

function descendants(nodes: readonly Node[]): readonly Element[] {
  return nodes.flatMap((node) => ('tagName' in node ? [node, ...descendants(node.childNodes)] : []));
}

function idOf({ attrs, namespaceURI }: Element): string {
  const id = namespaceURI === html.NS.HTML ? attrs.find(({ name }) => name === 'id')?.value : undefined;
  return id ?? '';
}

/** The text of a piece of HTML, in one line. */
export function textOfHtml(source: string): string {
  return textOf(parseFragment(source));
}

function rawTextOf(element: Pick<Element, 'childNodes'>): string {
  return element.childNodes
    .map((node) => ('value' in node ? node.value : 'tagName' in node ? rawTextOf(node) : ''))
    .join('');
}

function textOf(element: Pick<Element, 'childNodes'> | undefined): string {
  return element === undefined ? '' : rawTextOf(element).replace(/\s+/g, ' ').trim();
}
