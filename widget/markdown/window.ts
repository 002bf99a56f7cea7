import type { Token, Tokens, TokensList } from 'marked';
import { linesThatTell } from './blocks.ts';
import { codeText, NodeBuilder } from './build.ts';
import { Holders } from './holders.ts';
import { htmlUse } from './html.ts';
import type { Morpher } from './morph.ts';
import type { MarkdownPolicy } from './policy.ts';
import { safeCut } from './safe-cut.ts';
import { Settler } from './settler.ts';
import { INLINE_STAND_IN, isDeep, lineCount, standInOf, type Edit } from './stand-in.ts';

export { keepPlace } from './keep-place.ts';
export { joinSections, nextSection, unwrapLines } from './sections.ts';

/** Characters of an open block from which on its settled part is taken out of the source. */
const WINDOW_SIZE = 256;
/** Blocks that are drawn as one element, at the end of their parent. */
const ELEMENT_BLOCKS: ReadonlySet<string> = new Set([
  'paragraph',
  'heading',
  'code',
  'list',
  'blockquote',
  'table',
]);

/** One step of the way to the open end: what the source holds in place of what was taken out there. */
interface Level {
  readonly type: string;
  readonly hasStandIn: boolean;
  readonly isLoose: boolean;
}

/**
 * The source of the open block without its settled parts. In a list only the last item is left, in a table
 * the last rows, and so on inwards; short stand-ins keep marked reading the rest as it would read the whole.
 * What is gone from here stays in the document as it is.
 */
export class SourceWindow {
  /** What the open block stands in. */
  readonly holders: Holders;
  readonly #policy: MarkdownPolicy;
  readonly #settler: Settler;
  #levels: Level[] = [];
  /** Source lines of the stand-ins that were taken out of a token. */
  #lead = new Map<Token, number>();
  #lines: string[] = [];
  #edits: Edit[] = [];
  #next: Level[] = [];

  constructor(policy: MarkdownPolicy, morpher: Morpher, sectionSize: number) {
    this.#policy = policy;
    this.#settler = new Settler(morpher, sectionSize);
    this.holders = new Holders(policy);
  }

  /** Forgets all stand-ins: the source is whole again. */
  reset(): void {
    this.#levels = [];
    this.#lead.clear();
    this.#settler.reset();
  }

  /** Takes the stand-ins out of tokens. False when the rest turned out to be something else meanwhile. */
  trim(tokens: TokensList): boolean {
    this.#lead.clear();
    let siblings: Token[] = tokens;
    for (const level of this.#levels) {
      const token = siblings.find(({ type }) => type !== 'space') as Tokens.Generic | undefined;
      if (token?.type !== level.type) return false;
      if (token.type === 'list' && token['loose'] !== level.isLoose) return false;
      siblings = token['items'] ?? token.tokens ?? [];
      if (level.hasStandIn && !this.#takeStandIn(token, siblings)) return false;
    }
    return true;
  }

  /**
   * Takes what is settled in the last block that is drawn out of its source, if it is the only open one; returns the
   * source that is left.
   */
  prune(tokens: Token[], container: Element, source: string): string {
    const [block] = tokens;
    const element = container.lastElementChild;
    const isOnly = tokens.every((token) => token === block || token.type === 'space');
    if (!block || !element || !isOnly || source.length < WINDOW_SIZE || htmlUse(block) === 'loose')
      return source;
    this.#lines = source.split('\n');
    this.#edits = [];
    this.#next = [];
    this.#descend(block as Tokens.Generic, element, 0);
    const isSamePath = this.#edits.length === 0;
    this.#levels = isSamePath ? [...this.#next, ...this.#levels.slice(this.#next.length)] : this.#next;
    for (const { from, to, lines } of this.#edits.toReversed()) this.#lines.splice(from, to - from, ...lines);
    return this.#lines.join('\n');
  }

  #takeStandIn(token: Tokens.Generic, children: Token[]): boolean {
    const [first] = children as [Tokens.Generic | undefined];
    if (token.type === 'paragraph' || token.type === 'text') {
      const { length } = INLINE_STAND_IN.exec(first?.raw ?? '')?.[0] ?? '';
      if (first?.type !== 'text' || length === 0) return false;
      this.#lead.set(token, 0);
      children.splice(0, 1, { ...first, raw: first.raw.slice(length), text: first['text'].slice(length) });
      return true;
    }
    const count = token.type === 'list_item' && first?.type === 'list' ? 2 : 1;
    const last = children[count - 1] as Tokens.Generic | undefined;
    const isStandIn = token.type === 'list' ? first?.['text'].trimEnd() === 'a' : last?.type === 'heading';
    if (!isStandIn) return false;
    this.#lead.set(token, lineCount(children.splice(0, count)));
    return true;
  }

  #descend(token: Tokens.Generic, element: Element, line: number): void {
    switch (token.type) {
      case 'list':
        this.#list(token as Tokens.List, element as HTMLElement, line);
        break;
      case 'blockquote':
        this.#quote(token, element, line);
        break;
      case 'table':
        this.#table(token as Tokens.Table, element as HTMLTableElement, line);
        break;
      case 'code':
        this.#code(token, element, line);
        break;
      case 'paragraph':
      case 'text':
        this.#inline(token, element, line);
    }
  }

  #list(list: Tokens.List, element: HTMLElement, line: number): void {
    const lead = this.#lead.get(list);
    const first = line + (lead ?? 0);
    const lastLine = first + lineCount(list.items.slice(0, -1));
    const last = list.items.at(-1);
    const lastElement = element.lastElementChild;
    if (!last || !lastElement) return;
    if (list.items.length > 1) {
      const isNew = lead === undefined;
      const start = isNew ? this.#startOf(line, list.items[0]?.raw ?? '') : '';
      if (start === undefined || lastLine >= this.#lines.length - 1) return;
      const lines = isNew ? standInOf(start, ['a'], list.loose) : [];
      this.#edits.push({ from: first, to: lastLine, lines });
      this.#settler.settleBefore(element, true);
      this.#settler.direct(element);
    }
    const hasStandIn = lead !== undefined || list.items.length > 1;
    this.#next.push({ type: 'list', hasStandIn, isLoose: list.loose });
    this.#item(last, lastElement, lastLine);
  }

  #item(item: Tokens.ListItem, element: Element, line: number): void {
    const lead = this.#lead.get(item);
    const blocks = item.tokens as Tokens.Generic[];
    const open = blocks.at(-1);
    if (!open) return;
    const before = blocks.slice(0, -1);
    const openLine = line + (lead ?? 0) + lineCount(before);
    const hasMore = before.some(({ type }) => type !== 'space');
    if (hasMore) {
      // Behind a list marked reads text by another rule than it does before one.
      const isBehindList = before.some(({ type }) => type === 'list');
      const isNew = isBehindList || lead === undefined;
      const words = isBehindList ? ['- # a', '# a'] : ['# a'];
      const start = this.#startOf(line, item.raw);
      // marked takes some lines into an item that are indented less; behind a stand-in it would not.
      const isIndented = start !== undefined && this.#isIndented(openLine, start.length);
      const isTold = this.#lines.length - openLine > linesThatTell(open);
      if (!isIndented || !isTold || !ELEMENT_BLOCKS.has(open.type)) return;
      const lines = isNew ? standInOf(start, words, item.loose) : [];
      const gap = before[0]?.type === 'space' && lead !== undefined ? lineCount(before.slice(0, 1)) : 0;
      const from = isNew ? line : line + lead + gap;
      this.#edits.push({ from, to: openLine, lines });
      this.#settler.settleBefore(element);
    }
    this.#next.push({ type: 'list_item', hasStandIn: lead !== undefined || hasMore, isLoose: false });
    this.#descend(open, open.type === 'text' ? element : (element.lastElementChild ?? element), openLine);
  }

  #quote(quote: Tokens.Generic, element: Element, line: number): void {
    const blocks = (quote.tokens ?? []) as Tokens.Generic[];
    const open = blocks.at(-1);
    const before = blocks.slice(0, -1);
    const openLine = line + lineCount(before);
    // What a line without a marker belongs to depends on all that stands before it.
    const indent = this.#next.length > 0 ? (this.#lines[line] ?? '').indexOf('>') : 3;
    const isMarked = (text: string): boolean => /^\s*>/.test(text) && text.indexOf('>') <= indent;
    const isLazy = this.#lines.slice(line + 1).some((text) => text !== '' && !isMarked(text));
    const isLineForLine = !isLazy && blocks.map(({ raw }) => raw).join('') === quote['text'];
    if (!open || !isLineForLine || !ELEMENT_BLOCKS.has(open.type)) return;
    if (before.some(({ type }) => type !== 'space')) {
      const areOwnLines = [line, openLine].every((at) => /^\s*>/.test(this.#lines[at] ?? ''));
      if (!areOwnLines || this.#lines.length - openLine <= linesThatTell(open)) return;
      this.#edits.push({ from: line, to: openLine, lines: [] });
      this.#settler.settleBefore(element, true);
    }
    this.#next.push({ type: 'blockquote', hasStandIn: false, isLoose: false });
    this.#descend(open, element.lastElementChild ?? element, openLine);
  }

  #table({ rows }: Tokens.Table, element: HTMLTableElement, line: number): void {
    // Two rows stay: the last one may still turn out to be no row.
    const kept = line + 2 + rows.length - 2;
    const body = element.tBodies[0];
    const row = body?.lastElementChild?.previousElementSibling;
    if (rows.length < 3 || !body || !row || this.#lines.length - kept > 3) return;
    this.#edits.push({ from: line + 2, to: kept, lines: [] });
    this.#settler.settleTo(body, row.previousSibling);
    this.#settler.settleTo(element, null);
    this.#settler.direct(element);
  }

  #code(token: Tokens.Generic, element: Element, line: number): void {
    const isIndented = token['codeBlockStyle'] === 'indented';
    const first = isIndented ? line : line + 1;
    const lines = codeText(token, true).split('\n');
    const count = this.#lines.length - first;
    const code = element.firstElementChild;
    // marked reads lists and quotes without their last line end.
    if (this.#next.length > 0 && lines.length === count - 1 && this.#lines.at(-1) === '') lines.push('');
    // A closed block, or one with blank lines at its end, has other lines than its text.
    if (!code || lines.length !== count) return;
    // In a list marked takes a line that is indented less only behind one that is not the fence.
    const kept = this.#next.length > 0 ? 2 : 1;
    const to = first + count - kept;
    if (count <= kept) return;
    if (isIndented ? !this.#startsCode(to) : !this.#isIndented(to, this.#indentOf(line))) return;
    this.#edits.push({ from: first, to, lines: [] });
    this.#next.push({ type: 'code', hasStandIn: false, isLoose: false });
    this.#settler.settleCode(code, `${lines.slice(0, -kept).join('\n')}\n`.length);
  }

  /** Whether a line is one that indented code can begin with; in lists and quotes that is not told by the line. */
  #startsCode(line: number): boolean {
    return this.#next.length === 0 && /^(?: {4}|\t)[ \t]*\S/.test(this.#lines[line] ?? '');
  }

  #inline(token: Tokens.Generic, element: Element, line: number): void {
    const tokens = token.tokens ?? [];
    const text: string = token['text'];
    if (text.length < WINDOW_SIZE || htmlUse(token) !== 'none') return;
    const lead = this.#lead.has(token) ? (INLINE_STAND_IN.exec(text)?.[0].length ?? 0) : 0;
    const cut = safeCut(tokens, text.length - lead);
    if (!cut) return;
    const at = text.length - cut.rest;
    const above = text.slice(0, at).split('\n').length - 1;
    const rest = text.slice(at).split('\n', 1)[0] ?? '';
    const prefix = this.#prefixOf(line, text);
    const source = this.#lines[line + above] ?? '';
    if (prefix === undefined || !source.endsWith(rest)) return;
    if (
      above > 0 &&
      this.#next.length > 0 &&
      isDeep(source, prefix, text.split('\n', above + 1)[above] ?? '')
    )
      return;
    const built = document.createDocumentFragment();
    new NodeBuilder(this.#policy).inlines(built, cut.before);
    if (!this.#settler.settleInlines(element, built)) return;
    // A line with its pipes may be the header of a table yet.
    const pipes = text.slice(text.lastIndexOf('\n', at - 1) + 1, at).match(/(?<!\\)\|/g) ?? [];
    const standIn = `a${pipes.join('')}${text[at - 1] === ' ' ? ' ' : ''}`;
    this.#edits.push({ from: line, to: line + above + 1, lines: [prefix + standIn + rest] });
    this.#settler.direct(element);
    this.#next.push({ type: token.type, hasStandIn: true, isLoose: false });
  }

  #isIndented(line: number, width: number): boolean {
    const isInQuote = this.#next.some(({ type }) => type === 'blockquote');
    return (isInQuote ? /^[\s>]*$/ : /^\s*$/).test(this.#lines[line]?.slice(0, width) ?? '');
  }

  /** The column of the fence that a source line ends with, 0 outside lists and quotes. */
  #indentOf(line: number): number {
    return this.#next.length > 0 ? (this.#lines[line] ?? '').search(/[`~]{3}/) : 0;
  }

  /** What a source line holds before a text that it ends with; of the text the first line counts. */
  #prefixOf(line: number, text: string): string | undefined {
    const source = this.#lines[line] ?? '';
    const first = text.split('\n', 1)[0] ?? '';
    return source.endsWith(first) ? source.slice(0, source.length - first.length) : undefined;
  }

  /** What a line holds before the content of the list item `raw`, which begins there. */
  #startOf(line: number, raw: string): string | undefined {
    const prefix = this.#prefixOf(line, raw);
    const [, marker, space = '', rest] = /^( {0,3}(?:[-*+]|\d{1,9}[.)]))([ \t]*)(.*)/.exec(raw) ?? [];
    if (prefix === undefined || marker === undefined || space.includes('\t')) return undefined;
    return prefix + marker + (rest && space.length <= 4 ? space : ' ');
  }
}
