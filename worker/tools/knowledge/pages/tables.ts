import { areLineNumbers, linesOf } from './code.ts';
import { HEADINGS } from './reveal.ts';
import { findAll, has, matches } from './selectors.ts';
import { attributeOf, childrenOf, isElement, textOf, type Element } from './tree.ts';

/** How many columns a cell may span. More are a mistake of the page. */
const MAX_COLUMNS = 50;
/** How many rows the text of one cell is repeated in. */
const MAX_ROWS = 20;
/** A text that is repeated is shorter than this. A longer one leaves the cells below it empty. */
const MAX_REPEATED = 200;
/** How many cells are added to a table at most: 80,000 cells that span 20 rows would become 1.5 million. */
const MAX_ADDED = 20_000;

type Row = readonly Element[];

/** A cell of a row above that reaches into this one: its text, and how many columns and further rows it spans. */
interface SpanningCell {
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
}

/**
 * The cells of a table that is only there for layout, in their order; undefined for a table of data. Cells with the line numbers of
 * code are left out.
 */
export function cellsOfLayout(table: Element): readonly Element[] | undefined {
  const rows = rowsOf(table);
  if (!isLayout(table, rows)) return undefined;
  return rows.flatMap((row) => row.filter((cell, index) => !hasLineNumbers(cell, row[index + 1])));
}

/**
 * Writes a table of data in GitHub's markdown, one line for each row; `textOfCell` gives the text of a cell. The syntax needs a row
 * of column heads: its cells are empty where the table has no heads. The text of `<td rowspan="2">Norway</td>` is written in both
 * rows, since a row is often read alone.
 */
export function formatTable(table: Element, textOfCell: (cell: Element) => string): string {
  const rows = rowsOf(table);
  let above = new Map<number, SpanningCell>();
  let room = MAX_ADDED;
  const lines = rows.map((row, index) => {
    // A new `thead` or `tbody` begins: no cell spans rows beyond its own.
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

/**
 * Whether a table is only there for layout, such as a table of line numbers and code: `<td><pre>1 2 3</pre></td><td><pre>npm
 * install…</pre></td>`.
 */
function isLayout(table: Element, rows: readonly Row[]): boolean {
  if (matches(table, '[role="presentation"], [role="none"]') || has(table, 'table, pre')) return true;
  // With several column heads, `<h4>Basic</h4>` above text in a cell is a part of the data.
  const [first = []] = rows;
  const hasHeads = first.length > 1 && first.every(({ tagName }) => tagName === 'th');
  const isHeadedRow = (row: Row): boolean => row.some((cell) => isHeaded(cell, row));
  return rows.every(({ length }) => length < 2) || (!hasHeads && rows.some(isHeadedRow));
}

/**
 * Whether a cell has a heading of the page in it: above text, or alone in its row. `<th><h3>Price</h3></th>` is the head of a
 * column, and `<caption><h2>Prices</h2></caption>` that of the table.
 */
function isHeaded(cell: Element, row: Row): boolean {
  const text = textOf(findAll(cell, HEADINGS)[0]);
  return text !== '' && ((row.length === 1 && cell.tagName === 'td') || textOf(cell) !== text);
}

/** Whether a cell has the line numbers of the code in the next cell: `<pre>1\n2\n3</pre>`. A `404` in front of code is data. */
function hasLineNumbers(cell: Element, next: Element | undefined): boolean {
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
