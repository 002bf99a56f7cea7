import { replaceAll } from './replace-all.ts';
import { textOf } from './web-page.ts';

const HEADINGS = 'h1, h2, h3, h4, h5, h6, [role="heading"], summary';
/** Rows over which the text of one cell is repeated. */
const MAX_SPAN = 20;

/**
 * Makes tables of data fit for markdown, whose cells hold no heading and are in one row. A table that is there for layout becomes
 * blocks: the texts of its cells would be glued, and its headings lost. Changes the element.
 */
export function arrangeTables(main: HTMLElement): void {
  for (const table of main.querySelectorAll('table'))
    if (isLayout(table)) dissolve(table);
    else arrange(table);
}

/** Code beside its line numbers is layout, too: `<td><pre>1 2 3</pre></td><td><pre>npm install…</pre></td>`. */
function isLayout(table: HTMLTableElement): boolean {
  return (
    table.matches('[role="presentation"], [role="none"]') ||
    table.querySelector('table, pre') !== null ||
    [...table.rows].every(({ cells }) => cells.length < 2) ||
    [...table.querySelectorAll(HEADINGS)].some((heading) => !isHeadOfCells(heading))
  );
}

/** `<th><h3>Price</h3></th>` is the head of a column; a heading above text, or in a row of its own, is one of the page. */
function isHeadOfCells(heading: Element): boolean {
  const cell = heading.closest('td, th');
  return cell !== null && !cell.matches('td:only-child') && textOf(cell) === textOf(heading);
}

function dissolve(table: HTMLTableElement): void {
  const rows = [...table.rows];
  const cells = rows.flatMap((row) => [...row.cells]);
  const hasCode = table.querySelector('pre') !== null;
  const isNumbers = (cell: Element): boolean => hasCode && /^[\d\s]+$/.test(cell.textContent ?? '');
  // Level by level: a cell is moved with its row.
  replaceAll(new Map(cells.map((cell) => [cell, isNumbers(cell) ? undefined : rename(cell, 'div')])));
  for (const level of [rows, [...table.children], [table]])
    replaceAll(new Map(level.map((part) => [part, rename(part, 'div')])));
}

function arrange(table: HTMLTableElement): void {
  for (const heading of table.querySelectorAll(HEADINGS)) heading.replaceWith(rename(heading, 'div'));
  const { caption } = table;
  caption?.remove();
  if (caption) table.before(rename(caption, 'p'));
  const rows = [...table.rows];
  for (const [index, row] of rows.entries())
    for (const cell of [...row.cells]) repeatBelow(cell, rows[index + 1]);
}

/** `<td rowspan="2">Norway</td>` stands in the next row, too: a row of a table is often read alone. */
function repeatBelow(cell: HTMLTableCellElement, next: HTMLTableRowElement | undefined): void {
  if (cell.rowSpan < 2 || next === undefined) return;
  const before = next.cells[cell.cellIndex] ?? null;
  next.insertBefore(cell.cloneNode(true), before);
  const repeated = next.cells[cell.cellIndex];
  if (repeated) repeated.rowSpan = Math.min(cell.rowSpan, MAX_SPAN) - 1;
}

/** An element of another name with the same children, and the id that links lead to. */
function rename(element: Element, name: string): HTMLElement {
  const renamed = element.ownerDocument.createElement(name);
  renamed.id = element.id;
  renamed.append(...element.childNodes);
  return renamed;
}
