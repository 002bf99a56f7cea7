import type { Links, Token, TokensList } from 'marked';
import { drawGrowing, isSameBlock, shorten, type GrowingBlock } from './growing-block.ts';
import { GrowingText } from './growing-text.ts';
import { MarkdownLexer, type OpenTokens } from './lexer.ts';
import { morph } from './morph.ts';
import { NodeBuilder } from './node-builder.ts';
import type { MarkdownPolicy } from './policy.ts';
import { rememberSelection } from './restore-selection.ts';

/** Fenced code with the line that closes it: three marks or more, as many as opened it, or more. One of markdown may have fences in it. */
const CLOSED_FENCE =
  /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))(?! *(?:markdown|md)\s)[^\n]*\n(?:[^]*\n)? {0,3}\1[`~]*[ \t]*\n+$/;

/**
 * How a stream decorates its blocks.
 *
 * @example
 * const markWords = (blocks: DocumentFragment) => {
 *   for (const cell of blocks.querySelectorAll('td')) cell.classList.add('cell');
 * };
 * const stream = new MarkdownStream(box, {}, { decorate: markWords });
 */
export interface MarkdownStreamOptions {
  /**
   * Called with blocks that were built, before they come into the document. May put elements around text inside of a block
   * and must add no text; the same text must get the same elements. Words without any mark, and characters of code, that only
   * make a drawn text longer are appended to it, without a call: also in a `<strong>`, `<em>`, `<del>`, `<mark>` or `<code>` that this
   * function has put around it. Default: nothing.
   */
  readonly decorate?: (blocks: DocumentFragment) => void;
  /** Called with nodes when no text that follows can change them, in their order, and at the end with those that it drew. Default: nothing. */
  readonly onFrozen?: (nodes: readonly ChildNode[]) => void;
}

/**
 * Keeps a container equal to the markdown received so far. For each frame the open blocks are read, and drawn behind the
 * last frozen one. A block is frozen when the first line of the next one is complete, or when a blank line ends the block
 * and the next one begins.
 */
export class DocumentWriter {
  readonly #container: HTMLElement;
  readonly #policy: MarkdownPolicy;
  readonly #options: MarkdownStreamOptions;
  /** Everything received. */
  #source = '';
  /** Where the open blocks begin in `#source`. */
  #start = 0;
  /** The source of the open blocks; of a growing one only the part that is read again. */
  #open = '';
  /** The definitions in frozen blocks. */
  #links: Links = {};
  /** The frozen blocks, as they were read. */
  readonly #frozen: Token[] = [];
  readonly #frozenNodes: ChildNode[] = [];
  #growing: GrowingBlock | undefined;
  readonly #text = new GrowingText();

  constructor(container: HTMLElement, policy: MarkdownPolicy, options: MarkdownStreamOptions) {
    this.#container = container;
    this.#policy = policy;
    this.#options = options;
  }

  /** Adds text, with line ends normalized, and draws. */
  write(text: string): void {
    this.#source += text;
    this.#open += text;
    if (this.#text.append(text)) return;
    const restoreSelection = rememberSelection(this.#container);
    const read = this.#read();
    const count = finalCount(read);
    const wanted = this.#render(read.tokens.slice(0, count));
    const finalNodes = wanted.childNodes.length;
    wanted.append(this.#render(read.tokens.slice(count)));
    this.#draw(wanted);
    if (count > 0) {
      this.#links = read.tokens.links;
      this.#freeze(read.tokens.slice(0, count), finalNodes);
    }
    restoreSelection();
    this.#shorten(read.tokens);
    this.#text.find(this.#container, this.#source, read.openText, this.#lastFrozen);
  }

  /** Adds the last text, and draws the open blocks as in the one-shot render; all of them where later text changes a frozen one. */
  end(text: string): void {
    this.#source += text;
    const restoreSelection = rememberSelection(this.#container);
    const blocks = drawnBlocks(new MarkdownLexer(this.#policy).lex(this.#source));
    const open = blocks.splice(this.#frozen.length);
    morph(this.#container, this.#render(open), this.#lastFrozen);
    const isSame =
      JSON.stringify(blocks) === JSON.stringify(this.#frozen) &&
      // A page has taken none of them out.
      this.#frozenNodes.every(({ parentNode }) => parentNode);
    if (!isSame) morph(this.#container, this.#render([...blocks, ...open]));
    restoreSelection();
    this.#options.onFrozen?.(isSame ? this.#openNodes(Infinity) : [...this.#container.childNodes]);
  }

  #render(tokens: readonly Token[]): DocumentFragment {
    return new NodeBuilder(this.#policy, this.#options.decorate).build(tokens);
  }

  #read(): OpenTokens {
    const read = new MarkdownLexer(this.#policy, true).lexOpen(this.#open, this.#links);
    if (!this.#growing || (isSameBlock(this.#growing, read.tokens[0]) && finalCount(read) === 0)) return read;
    this.#growing = undefined;
    this.#open = this.#source.slice(this.#start);
    return new MarkdownLexer(this.#policy, true).lexOpen(this.#open, this.#links);
  }

  #draw(wanted: DocumentFragment): void {
    if (this.#growing) drawGrowing(this.#growing, wanted);
    morph(this.#container, wanted, this.#growing?.element ?? this.#lastFrozen);
  }

  #freeze(tokens: readonly Token[], nodeCount: number): void {
    const nodes = this.#openNodes(nodeCount);
    this.#frozen.push(...drawnBlocks(tokens));
    this.#frozenNodes.push(...nodes);
    this.#options.onFrozen?.(nodes);
    const length = tokens.reduce((sum, { raw }) => sum + raw.length, 0);
    this.#open = this.#open.slice(length);
    this.#start += length;
  }

  get #lastFrozen(): ChildNode | null {
    return this.#frozenNodes.at(-1) ?? null;
  }

  /** The first nodes of the open blocks. */
  #openNodes(count: number): ChildNode[] {
    const nodes: ChildNode[] = [];
    let node = this.#lastFrozen ? this.#lastFrozen.nextSibling : this.#container.firstChild;
    for (; node && nodes.length < count; node = node.nextSibling) nodes.push(node);
    return nodes;
  }

  /** Stops reading the final part of a long block again, if that block is the only open one. */
  #shorten(tokens: TokensList): void {
    const [block, ...others] = tokens;
    const [element] = this.#openNodes(1);
    if (!block || others.some(({ type }) => type !== 'space') || !(element instanceof Element)) return;
    const growing = shorten(block, element, this.#open);
    if (!growing) return;
    this.#growing = growing;
    this.#open = growing.source;
    // The numbers of footnotes in the part that is not read again.
    this.#links = tokens.links;
  }
}

/** How many blocks are final: all before the last one that is certain to be a block of its own, as `b` is in `a\n\nb`, and code with its fence closed. */
function finalCount({ tokens, visible }: OpenTokens): number {
  const last = tokens.findLastIndex(({ type }) => type !== 'space');
  if (CLOSED_FENCE.test(tokens[last]?.raw ?? '')) return last + 1;
  let start = visible.length;
  // Asked of the last block first, so that `start` is where the block begins.
  const isSeparate = (token: Token): boolean => {
    start -= token.raw.length;
    if (token.type === 'space') return false;
    const completeLines = visible.slice(start).split('\n', 3).length - 1;
    // The line below makes a table of `| a |`.
    if (completeLines >= (token.type === 'table' ? 2 : 1)) return true;
    return visible.endsWith('\n\n', start);
  };
  return Math.max(0, tokens.findLastIndex(isSeparate));
}

/** Tokens without those that draw nothing. */
function drawnBlocks(tokens: readonly Token[]): Token[] {
  return tokens.filter(({ type }) => type !== 'space' && type !== 'def');
}
