import type { Links, Token } from 'marked';
import type { Holder } from './holders.ts';
import { MarkdownLexer } from './lexer.ts';

/** Blocks that are drawn together, with the place of their first node among those drawn. */
export interface Group {
  readonly start: number;
  readonly end: number;
  readonly firstNode: number;
}

/** A final block that mentions labels nobody has defined yet. */
export interface Waiting {
  readonly labels: ReadonlySet<string>;
  /** Where it starts in everything received. */
  readonly start: number;
  readonly source: string;
  first: ChildNode;
  last: ChildNode;
  /** What holds it. */
  readonly holder: Holder | undefined;
}

/** How many blocks are final: those before the last one whose first line is complete. */
export function finalCount(tokens: readonly Token[], visible: string): number {
  let rest = visible.length;
  for (let index = tokens.length - 1; index >= 0; index--) {
    const token = tokens[index];
    rest -= token?.raw.length ?? 0;
    // A table is one only when its delimiter row is there for good.
    const lines = token?.type === 'table' ? 2 : 1;
    if (token && token.type !== 'space' && visible.slice(rest).split('\n', 3).length > lines) return index;
  }
  return 0;
}

/** The tokens of a final block in all that was received, read with the line behind it: marked looks ahead. */
export function readAgain(block: Waiting, received: string, links: Links, isFinal: boolean): Token[] {
  const { start, source } = block;
  const read = (end?: number): Token[] =>
    new MarkdownLexer(!isFinal).lexOpen(received.slice(start, end), links, undefined).tokens;
  const end = start + source.length;
  const tokens = read(received.indexOf('\n', end) + 1 || undefined);
  let length = 0;
  const last = tokens.findIndex(({ raw }) => (length += raw.length) >= source.length);
  return length === source.length ? tokens.slice(0, last + 1) : read(end);
}
