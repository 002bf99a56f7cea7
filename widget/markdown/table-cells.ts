import { isFormulaDollar, mathSpan } from './math.ts';

const PIPE = /(?<!\\)\|/g;
/** Syntax that may contain a pipe which separates no cells: code, and the start of a formula. */
const SPAN_START = /(?<!`)(`+)(?!`).*?[^`]\1(?!`)|\\[([]|\$/g;
const OPEN_CODE = /(?<=^|[\s|("])`{1,2}(?![`\s])[^`]*$/;

/**
 * Escapes the pipes of a table that separate no cells: pipes inside code or a formula, and those before cells that GFM would
 * drop because the header has fewer. With `isOpen`, code in the last line may lack its closing backtick.
 */
export function escapePipes(table: string, isOpen: boolean): string {
  const [header = '', delimiters = ''] = table.split('\n', 2);
  const columns = cellsOf(delimiters);
  const last = isOpen ? table.lastIndexOf('\n') + 1 : -1;
  return table.replace(/[^\n]+/g, (line, index: number) => {
    const escaped = withEscapedSpans(line, index === last);
    // `| a ` | b ` |` is two cells with a backtick each, not code across cells.
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

/** A line in which the last cell contains all further text. */
function withEscapedEnd(line: string, columns: number): string {
  if (cellsOf(line) <= columns) return line;
  const [, start = '', cells = '', end = ''] = /^(\s*\|?)(.*?)(\|?\s*)$/.exec(line) ?? [];
  let count = 0;
  return start + cells.replace(PIPE, () => (++count < columns ? '|' : '\\|')) + end;
}

/** The number of cells in a line. */
function cellsOf(line: string): number {
  return line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(PIPE).length;
}
