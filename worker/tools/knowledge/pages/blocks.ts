import { fencedCode, languageOf } from './code.ts';
import { hasBlock, inlineOf, isBlock, tidy } from './inline.ts';
import { cellsOfLayout, formatTable } from './tables.ts';
import { has } from './selectors.ts';
import { attributeOf, childrenOf, isElement, type Element, type Node } from './tree.ts';

/** Callbacks that cut a text into sections while it is read. Lists, quotes and cells of tables have no sections in them. */
export interface Outline {
  /** Whether an element is a heading: a section begins with it, and its words are not text of the section. */
  readonly isHeading: (element: Element) => boolean;
  /** Whether an element has a heading inside: it is then read as a container, and not as a list, a quote or a link. */
  readonly hasHeading: (element: Element) => boolean;
  readonly begin: (heading: Element) => void;
  readonly add: (block: string) => void;
  /** Begins a section with the summary of a folded element, calls `read` for its content, and returns to the section above. */
  readonly fold: (summary: Element, read: () => void) => void;
}

/** Reads nodes as blocks of markdown: paragraphs, lists, quotes, code, tables. */
export function readBlocks(nodes: readonly Node[], outline: Outline): void {
  new BlockReader(outline).readAll(nodes);
}

/** The blocks of nodes that have no headings in them. */
export function blocksOf(nodes: readonly Node[]): readonly string[] {
  const blocks: string[] = [];
  readBlocks(nodes, {
    isHeading: () => false,
    hasHeading: () => false,
    begin: () => undefined,
    add: (block) => blocks.push(block),
    fold: (_summary, read) => read(),
  });
  return blocks;
}

class BlockReader {
  readonly #outline: Outline;
  /** The inline nodes of the line that is being read. */
  #nodes: Node[] = [];

  constructor(outline: Outline) {
    this.#outline = outline;
  }

  readAll(nodes: readonly Node[]): void {
    this.#read(nodes);
    this.#end();
  }

  #read(nodes: readonly Node[]): void {
    for (const node of nodes) {
      if (isElement(node)) this.#readElement(node);
      else this.#nodes.push(node);
    }
  }

  #readElement(element: Element): void {
    const { isHeading, hasHeading, begin } = this.#outline;
    if (isHeading(element)) {
      this.#end();
      begin(element);
    } else if (element.tagName === 'details') this.#readFolded(element);
    else if (element.tagName === 'table') this.#readTable(element);
    else if (hasHeading(element)) this.#readInside(element);
    else if (isCode(element)) this.#readCode(element);
    else if (isBlock(element)) this.#readBlock(element);
    else if (!hasBlock(element)) this.#nodes.push(element);
    // A link with blocks inside, such as a card, is one line.
    else if (attributeOf(element, 'href') !== '') this.#readLine(element);
    else this.#read(element.childNodes);
  }

  #readInside({ childNodes }: Element): void {
    this.#end();
    this.readAll(childNodes);
  }

  #readLine(element: Element): void {
    this.#end();
    this.#nodes.push(element);
    this.#end();
  }

  #readBlock(element: Element): void {
    const { tagName } = element;
    if (tagName === 'ul' || tagName === 'ol') this.#add(listOf(element));
    else if (tagName === 'blockquote')
      this.#add(blocksOf(element.childNodes).join('\n\n').replace(/^/gm, '> '));
    else this.#readInside(element);
  }

  #readFolded(details: Element): void {
    const summary = childrenOf(details).find(this.#outline.isHeading);
    if (summary === undefined) return this.#readInside(details);
    this.#end();
    this.#outline.fold(summary, () => {
      this.readAll(details.childNodes.filter((node) => node !== summary));
    });
  }

  #readCode(code: Element): void {
    const language = languageOf(code);
    // VitePress: `<div class="language-sh"><span class="lang">sh</span><pre>…`
    if (language !== '' && tidy(inlineOf(this.#nodes)).toLowerCase() === language) this.#nodes = [];
    this.#add(fencedCode(code));
  }

  #readTable(table: Element): void {
    this.#end();
    const cells = cellsOfLayout(table);
    this.readAll(childrenOf(table).filter(({ tagName }) => tagName === 'caption'));
    if (cells) for (const cell of cells) this.#readInside(cell);
    else this.#add(formatTable(table, textOfCell));
  }

  #end(): void {
    const nodes = this.#nodes;
    this.#nodes = [];
    const line = tidy(inlineOf(nodes));
    if (line !== '') this.#outline.add(line);
  }

  #add(block: string): void {
    this.#end();
    if (block.trim() !== '') this.#outline.add(block);
  }
}

function isCode(element: Element): boolean {
  return (
    element.tagName === 'pre' || (element.tagName === 'code' && !hasBlock(element) && has(element, 'br'))
  );
}

function textOfCell(cell: Element): string {
  const lines = blocksOf(cell.childNodes)
    .join('\n')
    .split(/\s*\n\s*/);
  return lines.join('<br>').replace(/ +/g, ' ').replaceAll('|', '\\|');
}

/** The items of a list; a list that stands between two items belongs to the first of them. */
function listOf(list: Element): string {
  const items: string[] = [];
  const first = Number.parseInt(attributeOf(list, 'start') || '1', 10);
  for (const child of childrenOf(list)) {
    const isList = child.tagName === 'ul' || child.tagName === 'ol';
    const text = isList ? listOf(child) : joinBlocks(blocksOf(child.childNodes));
    if (text === '') continue;
    const above = isList ? items.pop() : undefined;
    const mark = list.tagName === 'ol' ? `${first + items.length}. ` : '- ';
    const indented = text.replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`);
    items.push(
      above === undefined ? `${mark}${indented}` : `${above}\n${' '.repeat(mark.length)}${indented}`,
    );
  }
  return items.join('\n');
}

/** Joins the blocks of an item. A nested list stands right under the line of its item. */
function joinBlocks(blocks: readonly string[]): string {
  return blocks.reduce((text, block) => {
    const isList = /^(?:-|\d+\.) /.test(block);
    return text === '' ? block : `${text}${isList ? '\n' : '\n\n'}${block}`;
  }, '');
}
