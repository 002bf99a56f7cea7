import { isFormulaDollar, mathSpan } from './math.ts';

const PIPE = /(?<!\\)\|/g;
/** What may hold a pipe that parts no cells: code, and what may begin a formula. */
const SPAN_START = /(?<!`)(`+)(?!`).*?[^`]\1(?!`)|\\[([]|\$/g;
const OPEN_CODE = /(?<=^|[\s|("])`{1,2}(?![`\s])[^`]*$/;

/**
 * The lines of a table, with a backslash before each pipe in code or in a formula, and before those of which GFM would drop the
 * cells: no word is lost. While more text `isOpen`, code at the end may have no end yet.
 */
export function escapePipes(table: string, isOpen: boolean): string {
  const [header = '', delimiters = ''] = table.split('\n', 2);
  const columns = cellsOf(delimiters);
  const last = isOpen ? table.lastIndexOf('\n') + 1 : -1;
  return table.replace(/[^\n]+/g, (line, index: number) => {
    const escaped = withEscapedSpans(line, index === last);
    // Two cells that each have a mark, as in `| a ` | b ` |`.
    const isParted = index !== last && cellsOf(escaped) < columns && cellsOf(line) === columns;
    const row = isParted ? line : escaped;
    return index > header.length + 1 ? withEscapedEnd(row, columns) : row;
  });
}

function withEscapedSpans(line: string, isOpen: boolean): string {
  let end = 0;
  let escaped = '';
  for (const { 0: mark, index } of line.matchAll(SPAN_START)) {
    if (index < end || (mark === '$' && !isFormulaDollar(line[index - 1] ?? ''))) continue;
    const span = mark.startsWith('`') ? mark : (mathSpan(line.slice(index))?.raw ?? '');
    escaped += line.slice(end, index) + span.replace(PIPE, '\\|');
    end = index + span.length;
  }
  const rest = line.slice(end);
  return escaped + (isOpen ? rest.replace(OPEN_CODE, (code) => code.replace(PIPE, '\\|')) : rest);
}

/** A line whose last cell has all that is behind it. */
function withEscapedEnd(line: string, columns: number): string {
  if (cellsOf(line) <= columns) return line;
  const [, start = '', cells = '', end = ''] = /^(\s*\|?)(.*?)(\|?\s*)$/.exec(line) ?? [];
  let count = 0;
  return start + cells.replace(PIPE, () => (++count < columns ? '|' : '\\|')) + end;
}

/** How many cells a line has. */
function cellsOf(line: string): number {
  return line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(PIPE).length;
}
