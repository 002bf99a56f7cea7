import { areLineNumbers, linesOf } from './code.ts';
import { HEADINGS } from './reveal.ts';
import { findAll, has, matches } from './selectors.ts';
import { attributeOf, childrenOf, isElement, textOf, type Element } from './tree.ts';

/** A cell over more columns is a mistake of the page. */
const MAX_COLUMNS = 50;
/** Rows over which the text of one cell is repeated. */
const MAX_ROWS = 20;
/** Characters of a text that is repeated; a longer one leaves the cells below it empty. */
const MAX_REPEATED = 200;
/** Cells that are added to a table: 80,000 cells over 20 rows would be 1.5 million. */
const MAX_ADDED = 20_000;

type Row = readonly Element[];

/** A cell of a row above: its text, over how many columns and further rows it reaches. */
interface SpanningCell {
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
}

/** The cells of a table that is there for layout, in their order; undefined for one of data. Numbers of lines of code are no cell. */
export function cellsOfLayout(table: Element): readonly Element[] | undefined {
  const rows = rowsOf(table);
  if (!isLayout(table, rows)) return undefined;
  return rows.flatMap((row) => row.filter((cell, index) => !isNumbers(cell, row[index + 1])));
}

/**
 * A table of data in GitHub's markdown: a row on each line, `textOf` of each cell. The syntax wants a row of heads: one of empty
 * cells, where the table has none. The text of `<td rowspan="2">Norway</td>` is in both rows: a row is often read alone.
 */
export function formatTable(table: Element, textOfCell: (cell: Element) => string): string {
  const rows = rowsOf(table);
  let above = new Map<number, SpanningCell>();
  let room = MAX_ADDED;
  const lines = rows.map((row, index) => {
    // No cell reaches out of its `thead` or `tbody`.
    if (room <= 0 || sectionOf(row) !== sectionOf(rows[index - 1])) above = new Map();
    const line = fillRow(row, above, textOfCell);
    above = line.below;
    room -= line.texts.length - row.length;
    return line.texts;
  });
  const columns = Math.max(...lines.map(({ length }) => length));
  const first = rows[0] ?? [];
  const hasHeads = first.every(({ tagName }) => tagName === 'th') || sectionOf(first)?.tagName === 'thead';
  const [head = [], ...rest] = hasHeads ? lines : [[], ...lines];
  const heads = [...head, ...Array.from({ length: columns - head.length }, () => '')];
  return [heads, Array.from({ length: columns }, () => '---'), ...rest]
    .map((texts) => `| ${texts.join(' | ')} |`)
    .join('\n');
}

function rowsOf(table: Element): readonly Row[] {
  const rows = childrenOf(table)
    .filter((each) => matches(each, 'thead, tbody, tfoot'))
    .flatMap(childrenOf);
  const cells = rows.map((row) => childrenOf(row).filter((each) => matches(each, 'td, th')));
  return cells.filter(({ length }) => length > 0);
}

/** Code beside its line numbers is layout, too: `<td><pre>1 2 3</pre></td><td><pre>npm install…</pre></td>`. */
function isLayout(table: Element, rows: readonly Row[]): boolean {
  if (matches(table, '[role="presentation"], [role="none"]') || has(table, 'table, pre')) return true;
  // Heads of more than one column: then `<h4>Basic</h4>` above text in a cell is a part of the data.
  const [first = []] = rows;
  const hasHeads = first.length > 1 && first.every(({ tagName }) => tagName === 'th');
  const isHeadedRow = (row: Row): boolean => row.some((cell) => isHeaded(cell, row));
  return rows.every(({ length }) => length < 2) || (!hasHeads && rows.some(isHeadedRow));
}

/**
 * `<th><h3>Price</h3></th>` is the head of a column, and `<caption><h2>Prices</h2></caption>` that of the table; a heading above
 * text, or in a row of its own, is one of the page.
 */
function isHeaded(cell: Element, row: Row): boolean {
  const text = textOf(findAll(cell, HEADINGS)[0]);
  return text !== '' && ((row.length === 1 && cell.tagName === 'td') || textOf(cell) !== text);
}

/** `<pre>1\n2\n3</pre>` in front of a cell with code; `404` in front of one is data. */
function isNumbers(cell: Element, next: Element | undefined): boolean {
  if (next === undefined || !has(next, 'pre')) return false;
  const text = linesOf(cell).trim();
  return (has(cell, 'pre') || !/^\d+$/.test(text)) && areLineNumbers([text]);
}

function sectionOf(row: Row | undefined): Element | undefined {
  const line = row?.[0]?.parentNode ?? null;
  const section = isElement(line) ? line.parentNode : null;
  return isElement(section) ? section : undefined;
}

function fillRow(
  row: Row,
  above: ReadonlyMap<number, SpanningCell>,
  textOfCell: (cell: Element) => string,
): { readonly texts: readonly string[]; readonly below: Map<number, SpanningCell> } {
  const texts: string[] = [];
  const below = new Map<number, SpanningCell>();
  const add = (text: string, columns: number, rows: number): void => {
    if (rows > 0) below.set(texts.length, { text: text.length < MAX_REPEATED ? text : '', columns, rows });
    texts.push(text, ...Array.from({ length: columns - 1 }, () => ''));
  };
  for (const cell of [...row, undefined]) {
    for (let reach = above.get(texts.length); reach; reach = above.get(texts.length))
      add(reach.text, reach.columns, reach.rows - 1);
    if (cell)
      add(textOfCell(cell), spanOf(cell, 'colspan', MAX_COLUMNS), spanOf(cell, 'rowspan', MAX_ROWS) - 1);
  }
  return { texts, below };
}

function spanOf(cell: Element, name: string, most: number): number {
  return Math.min(Math.max(Number.parseInt(attributeOf(cell, name), 10) || 1, 1), most);
}
