import { textOf } from './web-page.ts';

/** Rows over which the text of one cell is repeated. */
const MAX_ROWS = 20;
/** Characters of a text that is repeated; a longer one leaves the cells below it empty. */
const MAX_TEXT = 200;
/** Cells that are added to a page: 80,000 cells over 20 rows would be 1.5 million. */
const MAX_ADDED = 20_000;

/** A cell of a row, and over how many rows it reaches, its own among them. */
interface Reach {
  readonly cell: HTMLTableCellElement;
  readonly rows: number;
}

/**
 * Puts the text of `<td rowspan="2">Norway</td>` into the next row, too: a row of a table is often read alone. Changes the
 * tables.
 */
export function repeatOverRows(tables: readonly HTMLTableElement[]): void {
  let room = MAX_ADDED;
  for (const table of tables) {
    let above: ReadonlyMap<number, Reach> = new Map();
    let section: Element | null = null;
    // As a list: jsdom finds all rows again after every change.
    for (const row of [...table.rows]) {
      // No cell reaches out of its `thead` or `tbody`.
      if (row.parentElement !== section) above = new Map();
      section = row.parentElement;
      const own = row.cells.length;
      above = fillRow(row, above, room);
      room -= row.cells.length - own;
    }
  }
}

/** Adds up to `room` cells; returns the cells that reach into the next row, by their first column. */
function fillRow(
  row: HTMLTableRowElement,
  above: ReadonlyMap<number, Reach>,
  room: number,
): ReadonlyMap<number, Reach> {
  const own = [...row.cells];
  const cells: HTMLTableCellElement[] = [];
  const below = new Map<number, Reach>();
  let column = 0;
  const add = (cell: HTMLTableCellElement, rows: number): void => {
    if (rows > 1) below.set(column, { cell, rows });
    cells.push(cell);
    column += cell.colSpan;
  };
  for (const cell of [...own, undefined]) {
    for (let reach = above.get(column); reach && room > 0; reach = above.get(column), room--)
      add(repeat(reach.cell), reach.rows - 1);
    if (cell) add(cell, Math.min(cell.rowSpan, MAX_ROWS));
  }
  if (cells.length > own.length) row.replaceChildren(...cells);
  return below;
}

function repeat(cell: HTMLTableCellElement): HTMLTableCellElement {
  const repeated = cell.ownerDocument.createElement(cell.matches('th') ? 'th' : 'td');
  repeated.colSpan = cell.colSpan;
  const text = textOf(cell);
  if (text.length < MAX_TEXT) repeated.textContent = text;
  return repeated;
}
