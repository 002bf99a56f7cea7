import type { Links, Token, Tokens } from 'marked';
import type { Holder } from './holders.ts';
import { lastOpenIndex, MarkdownLexer } from './lexer.ts';
import { TITLE_START } from './partial.ts';

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

/** Final blocks as they were drawn. */
interface DrawnBlocks {
  readonly tokens: readonly Token[];
  readonly groups: readonly Group[];
  readonly nodes: readonly ChildNode[];
}

/** What is known of final blocks, the first of which starts at `start`. */
interface BlockOrigin extends Pick<Waiting, 'labels' | 'start' | 'holder'> {
  readonly received: string;
  /** Characters, from their own on, as they were read: of long blocks some are left out. */
  readonly open: number;
}

// A title may stand on lines of its own below its definition.
const OPEN_TITLE = /^(?![^]*\n[ \t]*\n)[ \t]*(?:"(?:\\"?|[^"\\])*|'[^']*|\([^()]*)$/;

/** The first lines of a table which a line that underlines a heading makes a part of it, with the text before it. */
const PIPELESS = /^.*\n[^|\n]*(?:\n|$)/;

/** How many lines of a block have to be complete for what stands before it to be final. */
export function linesThatTell({ type, raw }: Token): number {
  // A table is one only when its delimiter row is there for good.
  if (type === 'table') return PIPELESS.test(raw) ? Infinity : 2;
  return 1;
}

/** How many blocks are final: those before the last one whose first line is complete. */
export function finalCount(tokens: readonly Token[], visible: string): number {
  let rest = visible.length;
  for (let index = tokens.length - 1; index >= 0; index--) {
    const token = tokens[index];
    if (!token) break;
    rest -= token.raw.length;
    if (token.type !== 'space' && visible.slice(rest).split('\n', 3).length > linesThatTell(token)) {
      const untitled = tokens.findIndex((_, at) => at < index && mayGetTitle(tokens, at));
      return untitled < 0 ? index : untitled;
    }
  }
  return 0;
}

/** The definitions in blocks that stand, whatever comes: once a line is complete, only a title may still follow it. */
export function definitionsIn(tokens: readonly Token[], isOpen: boolean): Token[] {
  const last = lastOpenIndex(tokens);
  return tokens.flatMap((token, index) => {
    const isLast = isOpen && index === last;
    if (token.type === 'def') return isLast || (isOpen && mayGetTitle(tokens, index)) ? [] : [token];
    if (!/^(?:list|blockquote)/.test(token.type)) return [];
    const { items, tokens: inner = [] } = token as Tokens.Generic;
    return definitionsIn(items ?? inner, isLast);
  });
}

/** Whether what stands behind a definition, however it is read now, may turn out to be its title. */
function mayGetTitle(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  if (token?.type !== 'def' || token.title !== undefined || !TITLE_START.test(tokens[index + 1]?.raw ?? ''))
    return false;
  const rest = tokens.slice(index + 1).map(({ raw }) => raw);
  return OPEN_TITLE.test(rest.join(''));
}

/** Those of the blocks that may mention one of the labels. */
export function waitingBlocks(
  { tokens, groups, nodes }: DrawnBlocks,
  { labels, holder, received, ...at }: BlockOrigin,
): Waiting[] {
  let rest = at.open;
  let { start } = at;
  return groups.flatMap((group, index) => {
    for (const { raw } of tokens.slice(group.start, group.end)) rest -= raw.length;
    const end = received.length - rest;
    const block = { labels, holder, start, source: received.slice(start, end) };
    start = end;
    // A definition has no nodes, and keeps having none.
    const drawn = nodes.slice(group.firstNode, groups[index + 1]?.firstNode);
    const [first] = drawn;
    const last = drawn.at(-1);
    return first && last && block.source.includes('[') ? [{ ...block, first, last }] : [];
  });
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
