import type { Token, Tokens } from 'marked';
import { htmlUse } from './html.ts';

/** Characters of an open block from which on only its end is read again. */
const LONG = 2048;

/** Items of a list and rows of a table that are read again: the last one is growing, the one before it may still change. */
const OPEN_CHILDREN = 2;

/** A long code block, table or list that is still growing: its first lines, rows or items are drawn and stay as they are. */
export interface GrowingBlock {
  readonly type: string;
  /** A list with blank lines between its items, which makes them paragraphs. */
  readonly isLoose: boolean;
  /** What holds the lines, rows or items. */
  readonly parent: Element;
  /** The last node of `parent` that stays. */
  readonly lastFinal: ChildNode;
  /** The source to read instead of that of the whole block. */
  readonly source: string;
}

/**
 * Spells out the direction of a block with `dir="auto"` while it grows: Chromium looks at all children again for each one
 * that is added. Returns what gives it back.
 */
export function fixDirection(block: Element): () => void {
  if (!(block instanceof HTMLElement) || block.dir !== 'auto') return () => undefined;
  block.dir = block.matches(':dir(rtl)') ? 'rtl' : 'ltr';
  return () => (block.dir = 'auto');
}

/**
 * Shortens the source of the block that is drawn as `element` to what can still change: the first line of code and its
 * last one, the header of a table and its last two rows, the last two items of a list. `undefined` for other blocks.
 */
export function shorten(token: Token, element: Element | null, source: string): GrowingBlock | undefined {
  if (!element || source.length < LONG || htmlUse(token) === 'loose') return undefined;
  switch (token.type) {
    case 'code':
      return shortenCode(token as Tokens.Code, element, source);
    case 'table':
      return shortenTable(element, source);
    case 'list':
      return shortenList(token as Tokens.List, element, source);
    default:
      return undefined;
  }
}

/** Whether a block is still what it was when its source was shortened: a list may turn loose, or get raw HTML. */
export function isSameBlock({ type, isLoose }: GrowingBlock, token: Token | undefined): boolean {
  if (token?.type !== type || htmlUse(token) === 'loose') return false;
  return type !== 'list' || (token as Tokens.List).loose === isLoose;
}

/** The nodes of a shortened block that take the place of those behind the last final one; takes a list's first line end out. */
export function growingNodes({ type }: GrowingBlock, block: ChildNode | null): Node {
  const element = block as Element;
  if (type === 'code') return element.firstChild ?? element;
  if (type === 'table') return element.querySelector('tbody') ?? document.createElement('tbody');
  // marked begins a list with a line end.
  element.firstChild?.remove();
  return element;
}

function shortenCode(
  { codeBlockStyle, text }: Tokens.Code,
  element: Element,
  source: string,
): GrowingBlock | undefined {
  const parent = element.querySelector('code');
  const drawn = parent?.lastChild;
  const length = text.lastIndexOf('\n') + 1;
  if (codeBlockStyle === 'indented' || !parent || !(drawn instanceof Text) || length === 0) return undefined;
  // A text node for every part: browsers shape all of a node again when it grows.
  if (drawn.length > length) drawn.splitText(length);
  const [fence = '', ...lines] = source.split('\n');
  const open = lines.slice(text.split('\n').length - 1);
  return { type: 'code', isLoose: false, parent, lastFinal: drawn, source: [fence, ...open].join('\n') };
}

function shortenTable(element: Element, source: string): GrowingBlock | undefined {
  const parent = element.querySelector('tbody');
  const lastFinal = lastFinalOf(parent);
  if (!parent || !lastFinal) return undefined;
  const [header = '', delimiters = '', ...rows] = source.trimEnd().split('\n');
  const open = [header, delimiters, ...rows.slice(-OPEN_CHILDREN)].join('\n');
  const end = source.slice(source.trimEnd().length);
  return { type: 'table', isLoose: false, parent, lastFinal, source: open + end };
}

function shortenList(
  { items, loose }: Tokens.List,
  parent: Element,
  source: string,
): GrowingBlock | undefined {
  const lastFinal = lastFinalOf(parent);
  const [open] = items.slice(-OPEN_CHILDREN);
  if (items.length <= OPEN_CHILDREN || !lastFinal || !open) return undefined;
  const length = items.slice(0, -OPEN_CHILDREN).reduce((sum, { raw }) => sum + raw.length, 0);
  const rest = source.slice(length);
  // "- a\n- b\n\n- c" is loose by its second gap alone: a gap between the items that are left keeps it so.
  const gap = loose && !open.raw.endsWith('\n\n') ? '\n' : '';
  const shortened = rest.slice(0, open.raw.length) + gap + rest.slice(open.raw.length);
  return { type: 'list', isLoose: loose, parent, lastFinal, source: shortened };
}

/** The node before the last two elements, found from the end: browsers count `children` from the first one on. */
function lastFinalOf(parent: Element | null): ChildNode | null | undefined {
  return parent?.lastElementChild?.previousElementSibling?.previousSibling;
}
