import type { Token, Tokens } from 'marked';
import { morph } from './morph.ts';

/** Characters of an open block from which on only its end is read again. */
const LONG = 256;

/** Items of a list and rows of a table that are read again: the last one is growing, the one before it may still change. */
const OPEN_CHILDREN = 2;

/** A long code block, table or list that is still growing: its first lines, rows or items are drawn and stay as they are. */
export interface GrowingBlock {
  readonly token: Token;
  /** The block as it is drawn: `<pre>`. */
  readonly element: Element;
  /** The element in it that holds the lines, rows or items: `<code>`. */
  readonly parent: Element;
  /** The last node of `parent` that stays. */
  readonly lastFinal: ChildNode;
  /** The source to read instead of that of the whole block. */
  readonly source: string;
}

/**
 * Shortens the source of the block that is drawn as `element` to the part that can still change: the first line of code and its
 * last one, the header of a table and its last two rows, the last two items of a list. `undefined` for other blocks.
 */
export function shorten(token: Token, element: Element, source: string): GrowingBlock | undefined {
  if (source.length < LONG) return undefined;
  switch (token.type) {
    case 'code':
      return shortenCode(token as Tokens.Code, element, source);
    case 'table':
      return shortenTable(token as Tokens.Table, element, source);
    case 'list':
      return shortenList(token as Tokens.List, element, source);
    default:
      return undefined;
  }
}

/** Whether a block is still of the kind that it was when its source was shortened: a list may turn loose. */
export function isSameBlock({ token }: GrowingBlock, now: Token | undefined): boolean {
  return now?.type === token.type && (now as Tokens.List).loose === (token as Tokens.List).loose;
}

/** Draws a shortened block behind the nodes that stay, and takes it out of the wanted nodes. */
export function drawGrowing({ parent, lastFinal }: GrowingBlock, wanted: DocumentFragment): void {
  const block = wanted.firstElementChild;
  const { localName } = parent;
  const grown = block?.localName === localName ? block : block?.querySelector(localName);
  morph(parent, grown ?? document.createDocumentFragment(), lastFinal);
  block?.remove();
}

function shortenCode(token: Tokens.Code, element: Element, source: string): GrowingBlock | undefined {
  const { codeBlockStyle, text, lang = '' } = token;
  const parent = element.querySelector('code');
  const drawn = parent?.lastChild;
  const length = text.lastIndexOf('\n') + 1;
  // How a fence of markdown goes on depends on the fences in it.
  const isWhole = codeBlockStyle === 'indented' || /^(?:markdown|md)$/i.test(lang);
  if (isWhole || !parent || !(drawn instanceof Text) || length === 0) return undefined;
  // A text node for every part: browsers shape all of a node again when it grows.
  if (drawn.length > length) drawn.splitText(length);
  const [fence = '', ...lines] = source.split('\n');
  const open = [fence, ...lines.slice(text.split('\n').length - 1)].join('\n');
  return { token, element, parent, lastFinal: drawn, source: open };
}

function shortenTable(token: Tokens.Table, element: Element, source: string): GrowingBlock | undefined {
  const parent = element.querySelector('tbody');
  const lastFinal = parent?.lastElementChild?.previousElementSibling?.previousSibling;
  if (!lastFinal) return undefined;
  const [header = '', delimiters = '', ...rows] = source.split('\n');
  // Not the last lines: the beginning of a row may be withheld.
  const open = rows.slice(token.rows.length - OPEN_CHILDREN);
  return { token, element, parent, lastFinal, source: [header, delimiters, ...open].join('\n') };
}

function shortenList(token: Tokens.List, element: Element, source: string): GrowingBlock | undefined {
  const final = token.items.slice(0, -OPEN_CHILDREN);
  const [open] = token.items.slice(-OPEN_CHILDREN);
  const lastFinal = element.lastElementChild?.previousElementSibling?.previousElementSibling;
  // "- a\n\n- b\n- c" is loose by its first gap, which "- b\n- c" lacks.
  if (!lastFinal || (token.loose && !open?.raw.endsWith('\n\n'))) return undefined;
  const length = final.reduce((sum, { raw }) => sum + raw.length, 0);
  return { token, element, parent: element, lastFinal, source: source.slice(length) };
}
