import type { Token, Tokens } from 'marked';
import { morph } from './morph.ts';

/** From this length in characters, only the end of an open block is tokenized again. */
const LONG_BLOCK = 256;

/** Items of a list and rows of a table that are tokenized again: the last one grows, the one before it may still change. */
const OPEN_CHILDREN = 2;

/** A long code block, table or list that still grows. Its first lines, rows or items are drawn and not touched again. */
export interface GrowingBlock {
  readonly token: Token;
  /** The element of the block, such as `<pre>`. */
  readonly element: Element;
  /** The element inside the block that contains lines, rows or items, such as `<code>`. */
  readonly parent: Element;
  /** The last node in `parent` that will not change. */
  readonly lastFinal: ChildNode;
  /** The shortened source to tokenize in place of the block's. */
  readonly source: string;
}

/**
 * Reduces the source of a block to the part that can still change: of code the first line (the fence) and the last one, of a
 * table the header and the last two rows, of a list the last two items. `element` is the drawn block. `undefined` for other
 * blocks.
 */
export function shorten(token: Token, element: Element, source: string): GrowingBlock | undefined {
  if (source.length < LONG_BLOCK) return undefined;
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

/** Whether a block is still of the same kind as when its source was shortened: a tight list may become a loose one. */
export function isSameBlock({ token }: GrowingBlock, now: Token | undefined): boolean {
  return now?.type === token.type && (now as Tokens.List).loose === (token as Tokens.List).loose;
}

/** Draws the rest of a shortened block after its unchanged nodes, and removes the block from `wanted`. */
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
  // Excluded: in a fence of markdown, later lines depend on the fences inside it.
  const isWhole = codeBlockStyle === 'indented' || /^(?:markdown|md)$/i.test(lang);
  if (isWhole || !parent || !(drawn instanceof Text) || length === 0) return undefined;
  // The finished lines get a text node of their own: browsers lay out a whole text node again when it grows.
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
  // Counted from the tokens, not from the last line: the beginning of a row may be withheld.
  const open = rows.slice(token.rows.length - OPEN_CHILDREN);
  return { token, element, parent, lastFinal, source: [header, delimiters, ...open].join('\n') };
}

function shortenList(token: Tokens.List, element: Element, source: string): GrowingBlock | undefined {
  const final = token.items.slice(0, -OPEN_CHILDREN);
  const [open] = token.items.slice(-OPEN_CHILDREN);
  const lastFinal = element.lastElementChild?.previousElementSibling?.previousElementSibling;
  // "- a\n\n- b\n- c" is loose because of its first gap, which the shortened "- b\n- c" would lack.
  if (!lastFinal || (token.loose && !open?.raw.endsWith('\n\n'))) return undefined;
  const length = final.reduce((sum, { raw }) => sum + raw.length, 0);
  return { token, element, parent: element, lastFinal, source: source.slice(length) };
}
