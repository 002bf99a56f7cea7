import type { Token, Tokens } from 'marked';

/** The innermost block or table cell that the next character would be added to; undefined if the last block is finished. */
export function openLeafOf(tokens: readonly Token[], source: string): Token | undefined {
  const last = tokens[lastOpenIndex(tokens)] as Tokens.Generic | undefined;
  switch (last?.type) {
    case 'list':
      return openLeafOf((last as Tokens.List).items.at(-1)?.tokens ?? [], source);
    case 'blockquote':
      return openLeafOf(last.tokens ?? [], source);
    case 'html':
      return last.tokens && last['isOpen'] ? (openLeafOf(last.tokens, source) ?? last) : last;
    case 'table':
      return source.endsWith('\n') ? last : openCellOf(last as Tokens.Table);
    case 'heading':
      return source.endsWith('\n') ? undefined : last;
    default:
      return last;
  }
}

/**
 * The index of the last token that is not white space, blank lines excepted: marked reads "- a\n " as a list and a space token
 * "\n ".
 */
function lastOpenIndex(tokens: readonly Token[]): number {
  return tokens.findLastIndex(({ type, raw }) => type !== 'space' || /\n.*\n/.test(raw));
}

function openCellOf(table: Tokens.Table): Token {
  const cell = (table.rows.at(-1) ?? table.header).findLast(({ text }) => text !== '');
  return cell ? { ...cell, type: 'table_cell', raw: cell.text } : table;
}

/** Removes an incomplete indentation at the end: "- a\n " would end the list, which "- a\n  b" continues. */
export function dropHalfIndent(source: string): string {
  const end = source.trimEnd().length;
  const [gap = ''] = /^[ \t\n]*/.exec(source.slice(end)) ?? [];
  return source.slice(0, end) + gap.replace(/(?<=\n)[ \t]+$/, '');
}
