import type TurndownService from 'turndown';

/** A cell over more columns is a mistake of the page. */
const MAX_SPAN = 50;

/**
 * Teaches Turndown the tables of GitHub's markdown, for tables as `arrangeTables` leaves them: a row on each line, the blocks of a
 * cell parted by `<br>`. The syntax wants a row of heads: one of empty cells, where the table has none.
 *
 * @example
 * // | Country | Price |
 * // | --- | --- |
 * // | Norway | 5 |
 */
export function addTableRules(service: TurndownService): void {
  service.addRule('cell', {
    filter: ['td', 'th'],
    replacement: (content, node) => {
      const lines = content.trim().replace(/\s*\n\s*/g, '<br>');
      const text = lines.replace(/ +/g, ' ').replaceAll('|', '\\|');
      return `| ${text} ${'|  '.repeat(isCell(node) ? spanOf(node) - 1 : 0)}`;
    },
  });
  service.addRule('row', { filter: 'tr', replacement: (content) => `\n${content}|` });
  service.addRule('rows', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content });
  service.addRule('table', {
    filter: 'table',
    replacement: (content, node) => (isTable(node) ? `\n\n${formatTable(content, node)}\n\n` : content),
  });
}

function formatTable(content: string, { rows }: HTMLTableElement): string {
  const lines = content.trim().split(/\n+/);
  const columns = [...rows].reduce((most, row) => Math.max(most, columnsOf(row)), 0);
  // An empty `<tr></tr>` has no line.
  const first = [...rows].find(({ cells }) => cells.length > 0);
  const hasHeads = first?.matches('thead > tr, tr:not(:has(td))') ?? false;
  const head = hasHeads ? lines.shift() : '|';
  const missing = hasHeads && first ? columns - columnsOf(first) : columns;
  return [`${head}${'  |'.repeat(missing)}`, `|${' --- |'.repeat(columns)}`, ...lines].join('\n');
}

function columnsOf({ cells }: HTMLTableRowElement): number {
  return [...cells].reduce((sum, cell) => sum + spanOf(cell), 0);
}

function spanOf({ colSpan }: HTMLTableCellElement): number {
  return Math.min(colSpan, MAX_SPAN);
}

function isCell(node: TurndownService.Node): node is HTMLTableCellElement {
  return node.nodeName === 'TD' || node.nodeName === 'TH';
}

function isTable(node: TurndownService.Node): node is HTMLTableElement {
  return node.nodeName === 'TABLE';
}
