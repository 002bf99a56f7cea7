import { repeatOverRows } from './cells-over-rows.ts';
import { replaceAll } from './replace-all.ts';
import { textOf } from './web-page.ts';

const HEADINGS = 'h1, h2, h3, h4, h5, h6, [role="heading"]';

/**
 * Makes tables of data fit for markdown, whose cells hold no heading and are in one row. A table that is there for layout becomes
 * blocks: the texts of its cells would be glued, and its headings lost. Changes the element.
 */
export function arrangeTables(main: HTMLElement): void {
  const data: HTMLTableElement[] = [];
  for (const table of main.querySelectorAll('table'))
    if (isLayout(table)) dissolve(table);
    else data.push(arrange(table));
  repeatOverRows(data);
}

/** Code beside its line numbers is layout, too: `<td><pre>1 2 3</pre></td><td><pre>npm install…</pre></td>`. */
function isLayout(table: HTMLTableElement): boolean {
  const rows = [...table.rows];
  return (
    table.matches('[role="presentation"], [role="none"]') ||
    table.querySelector('table, pre') !== null ||
    rows.every(({ cells }) => cells.length < 2) ||
    (!hasHeads(rows) && [...table.querySelectorAll(HEADINGS)].some(isOfPage))
  );
}

/** Heads of more than one column: then `<h4>Basic</h4>` above text in a cell is a part of the data. */
function hasHeads(rows: readonly HTMLTableRowElement[]): boolean {
  const first = rows.find(({ cells }) => cells.length > 0);
  return first !== undefined && first.cells.length > 1 && first.matches('tr:not(:has(> td))');
}

/**
 * `<th><h3>Price</h3></th>` is the head of a column, and `<caption><h2>Prices</h2></caption>` that of the table; a heading above
 * text, or in a row of its own, is one of the page.
 */
function isOfPage(heading: Element): boolean {
  const cell = heading.closest('td, th');
  return (
    cell !== null &&
    textOf(heading) !== '' &&
    (cell.matches('td:only-child') || textOf(cell) !== textOf(heading))
  );
}

function dissolve(table: HTMLTableElement): void {
  const rows = [...table.rows];
  const cells = rows.flatMap((row) => [...row.cells]);
  const numbers = new Set(cells.filter(isLineNumbers));
  // Level by level: a cell is moved with its row.
  replaceAll(new Map(cells.map((cell) => [cell, numbers.has(cell) ? undefined : rename(cell, 'div')])));
  for (const level of [rows, [...table.children], [table]])
    replaceAll(new Map(level.map((part) => [part, rename(part, 'div')])));
}

/** `<pre>1\n2\n3</pre>` in front of a cell with code; `404` in front of one is data. */
function isLineNumbers(cell: Element): boolean {
  if (!cell.nextElementSibling?.querySelector('pre')) return false;
  const [first = NaN, ...rest] = textOf(cell).split(' ').map(Number);
  const isOneLine = first === 1 && cell.querySelector('pre') !== null;
  return (isOneLine || rest.length > 0) && rest.every((number, index) => number === first + index + 1);
}

function arrange(table: HTMLTableElement): HTMLTableElement {
  const { caption } = table;
  caption?.remove();
  if (caption) table.before(rename(caption, 'div'));
  const headings = [...table.querySelectorAll(`${HEADINGS}, summary`)];
  replaceAll(new Map(headings.map((heading) => [heading, rename(heading, 'div')])));
  return table;
}

/** An element of another name with the same children, and the id that links lead to. */
function rename(element: Element, name: string): HTMLElement {
  const renamed = element.ownerDocument.createElement(name);
  renamed.id = element.id;
  renamed.append(...element.childNodes);
  return renamed;
}
