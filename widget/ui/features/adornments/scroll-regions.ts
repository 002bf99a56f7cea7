import type { Strings } from '../../words/strings.ts';
import { DRAWN_FORMULA } from '../../base/formula.ts';
import { languageOf } from './code/code-language.ts';
import { rememberFocus } from '../../base/remember-focus.ts';

/** Class of the element around a table of an answer that has ended. */
const TABLE_REGION = 'table-region';

/** The elements of an answer that may scroll sideways; a table by itself only while its answer streams. */
export const SCROLLERS = `.${TABLE_REGION}, pre > code:only-of-type, table, ${DRAWN_FORMULA}`;

const MAX_NAME_CHARACTERS = 80;

/**
 * Puts every table in an element of its own that can scroll: a table that scrolls itself is no table to some
 * screen readers. Only for answers that have ended: their renderer changes nothing any more.
 */
export function wrapTables(answer: Element): void {
  for (const table of answer.querySelectorAll('table')) {
    if (!table.parentElement?.classList.contains(TABLE_REGION)) wrap(table);
  }
}

/** Moves a table, and restores selection, focus and scroll position. */
function wrap(table: HTMLTableElement): void {
  const restore = rememberFocus(table);
  const { scrollLeft } = table;
  const region = Object.assign(document.createElement('div'), { className: TABLE_REGION });
  // Scrolling begins where the first column is.
  region.dir = table.matches(':dir(rtl)') ? 'rtl' : 'ltr';
  table.before(region);
  unmarkRegion(table);
  region.append(table);
  if (scrollLeft !== 0) region.scrollLeft = scrollLeft;
  restore();
}

/** Makes a scroller a named region that the Tab key reaches; only for one that has something to scroll. */
export function markRegion(scroller: HTMLElement, strings: Strings): void {
  // A table that scrolls by itself stays one, and has its name.
  const isTable = scroller instanceof HTMLTableElement;
  const table = isTable ? scroller : scroller.querySelector('table');
  const kind = table ? strings.table : strings.code;
  const about = table ? columnsOf(table) : languageOf(scroller).label;
  if (!isTable) scroller.role = 'region';
  scroller.ariaLabel = about ? `${kind}: ${about}` : kind;
  scroller.tabIndex = 0;
}

/** Takes a scroller with nothing to scroll out of the Tab order. */
export function unmarkRegion(scroller: HTMLElement): void {
  for (const name of ['role', 'aria-label', 'tabindex']) scroller.removeAttribute(name);
}

function columnsOf(table: HTMLTableElement): string {
  const names = [...(table.tHead?.rows[0]?.cells ?? [])].map((cell) => cell.textContent.trim());
  const all = names.filter((name) => name !== '').join(', ');
  return all.length > MAX_NAME_CHARACTERS ? `${all.slice(0, MAX_NAME_CHARACTERS)}…` : all;
}

/** Gives the box of a task its name. */
export function nameTask(box: HTMLInputElement, strings: Strings): void {
  box.ariaLabel = box.checked ? strings.taskDone : strings.taskOpen;
}
