import type { Strings } from '../../strings/strings.ts';
import { DRAWN_FORMULA } from '../../base/formula.ts';
import { languageOf } from './code/code-language.ts';
import { rememberFocus } from '../../base/remember-focus.ts';

/** Class of the element around a table in a finished answer. */
const TABLE_REGION = 'table-region';

/** Elements of an answer that may scroll sideways. A table scrolls itself only while its answer streams. */
export const SCROLLERS = `.${TABLE_REGION}, pre > code:only-of-type, table, ${DRAWN_FORMULA}`;

const MAX_NAME_CHARACTERS = 80;

/**
 * Wraps every table in an element that can scroll: some screen readers do not treat a table that scrolls itself as a table.
 * Only for finished answers, which the renderer does not change any more.
 */
export function wrapTables(answer: Element): void {
  for (const table of answer.querySelectorAll('table')) {
    if (!table.parentElement?.classList.contains(TABLE_REGION)) wrap(table);
  }
}

/** Wraps a table, and restores selection, focus and scroll position. */
function wrap(table: HTMLTableElement): void {
  const restore = rememberFocus(table);
  const { scrollLeft } = table;
  const region = Object.assign(document.createElement('div'), { className: TABLE_REGION });
  // The scroll position starts at the first column.
  region.dir = table.matches(':dir(rtl)') ? 'rtl' : 'ltr';
  table.before(region);
  unmarkRegion(table);
  region.append(table);
  if (scrollLeft !== 0) region.scrollLeft = scrollLeft;
  restore();
}

/** Makes a scroller a named region that Tab reaches. Only for scrollers with something to scroll. */
export function markRegion(scroller: HTMLElement, strings: Strings): void {
  // A table that scrolls itself keeps its role and only gets a name.
  const isTable = scroller instanceof HTMLTableElement;
  const table = isTable ? scroller : scroller.querySelector('table');
  const kind = table ? strings.table : strings.code;
  const about = table ? columnsOf(table) : languageOf(scroller).label;
  if (!isTable) scroller.role = 'region';
  scroller.ariaLabel = about ? `${kind}: ${about}` : kind;
  scroller.tabIndex = 0;
}

/** Removes name and Tab stop from a scroller that has nothing to scroll. */
export function unmarkRegion(scroller: HTMLElement): void {
  for (const name of ['role', 'aria-label', 'tabindex']) scroller.removeAttribute(name);
}

function columnsOf(table: HTMLTableElement): string {
  const names = [...(table.tHead?.rows[0]?.cells ?? [])].map((cell) => cell.textContent.trim());
  const all = names.filter((name) => name !== '').join(', ');
  return all.length > MAX_NAME_CHARACTERS ? `${all.slice(0, MAX_NAME_CHARACTERS)}…` : all;
}

/** Sets the accessible name of a task's checkbox. */
export function nameTask(box: HTMLInputElement, strings: Strings): void {
  box.ariaLabel = box.checked ? strings.taskDone : strings.taskOpen;
}
