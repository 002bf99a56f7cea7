import { htmlUse } from '../../../widget/markdown/html.ts';
import { MarkdownLexer, normalizeSource } from '../../../widget/markdown/lexer.ts';

/** The blocks at the start of a document that nothing may touch any more. */
export interface SettledBlocks {
  /** Those that are what they are, whatever follows. */
  readonly firm: ReadonlySet<Node>;
  /** Those with a bracket, which a link definition that follows may still turn into a link, and their markup. */
  readonly waiting: ReadonlyMap<Node, string>;
}

/**
 * What is settled in a box that shows `received`, by the rule alone and without a look into the engine: a
 * block is settled once the first line of the one behind it is complete. Stops at raw HTML, which may hold
 * what follows it.
 */
export function settledBlocks(box: Element, received: string): SettledBlocks {
  const firm = new Set<Node>();
  const waiting = new Map<Node, string>();
  // What may be the header of a table waits for the line below it.
  const source = normalizeSource(received).replace(/(?:^|(?<=\n))[^\n]*\|[^\n]*\n?[^\n]*$/, '');
  const tokens = new MarkdownLexer(true).lex(source);
  let settled = 0;
  let at = 0;
  for (const [index, { type, raw }] of tokens.entries()) {
    // A table is one once its delimiter row is complete, a heading once the line below it is.
    const isUnderlined = type === 'table' || (type === 'heading' && !/^ {0,3}#/.test(raw));
    const lines = isUnderlined ? 2 : 1;
    // Found, not added up: marked leaves out a definition whose label it knows.
    at = source.indexOf(raw, at);
    // Of spaces other than plain ones marked makes a paragraph, until a word follows.
    if (raw.trim() !== '' && source.slice(at).split('\n').length > lines) settled = index;
    at += raw.length;
  }
  const elements = blocksIn(box);
  for (const token of tokens.slice(0, settled)) {
    if (token.type === 'space' || token.type === 'def') continue;
    const element = elements.shift();
    if (!element || htmlUse(token) === 'loose') break;
    if (token.raw.includes('[')) waiting.set(element, element.outerHTML);
    else firm.add(element);
    // A link that comes to be one may set raw HTML free, which holds what follows it.
    if (/\[.*</s.test(token.raw)) break;
  }
  return { firm, waiting };
}

/** The elements of blocks, those in sections too. */
function blocksIn(box: Element): Element[] {
  return [...box.children].flatMap((child) => (isSection(child) ? [...child.children] : child));
}

/** Whether a node is an element that the renderer puts around blocks of a long document. */
export function isSection(node: Node | null): node is Element {
  return node?.nodeName === 'CF-AI-CHAT-SECTION' && node.parentNode?.nodeName !== 'CODE';
}
