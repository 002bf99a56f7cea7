import type { Links, Token, TokensList } from 'marked';
import { drawGrowing, isSameBlock, shorten, type GrowingBlock } from './growing-block.ts';
import { GrowingText } from './growing-text.ts';
import { MarkdownLexer, type OpenTokens } from './lexer.ts';
import { morph } from './morph.ts';
import { NodeBuilder } from './node-builder.ts';
import type { MarkdownPolicy } from './policy.ts';
import { rememberSelection } from './restore-selection.ts';

/**
 * Fenced code with its closing line, which has at least as many marks as the opening one. Not fences of markdown, which may
 * contain fences.
 */
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
   * Called with new blocks before they are inserted into the document. It may wrap text inside a block in elements, and must
   * add no text; equal text must get equal elements. Plain words and characters of code that only continue drawn text are
   * appended without a call, also inside a `<strong>`, `<em>`, `<del>`, `<mark>` or `<code>` that this function has added.
   * Default: nothing.
   */
  readonly decorate?: (blocks: DocumentFragment) => void;
  /**
   * Called with nodes that later text cannot change any more, in order; at the end, with the nodes drawn then. Default:
   * nothing.
   */
  readonly onFrozen?: (nodes: readonly ChildNode[]) => void;
}

/**
 * Keeps the nodes of a container up to date with the markdown received so far. In each frame the open blocks are tokenized and
 * drawn after the last frozen block. A block becomes frozen when the first line of the next block is complete, or when a blank
 * line ends it and the next block begins.
 */
export class DocumentWriter {
  readonly #container: HTMLElement;
  readonly #policy: MarkdownPolicy;
  readonly #builder: NodeBuilder;
  readonly #onFrozen: MarkdownStreamOptions['onFrozen'];
  /** All text received. */
  #source = '';
  /** Where the open blocks begin in `#source`. */
  #start = 0;
  /** The source of the open blocks. Of a growing block, only the part that is tokenized again. */
  #open = '';
  /** Link definitions in the frozen blocks. */
  #links: Links = {};
  /** The tokens of the frozen blocks. */
  readonly #frozen: Token[] = [];
  readonly #frozenNodes: ChildNode[] = [];
  #growing: GrowingBlock | undefined;
  readonly #text = new GrowingText();

  constructor(container: HTMLElement, policy: MarkdownPolicy, { decorate, onFrozen }: MarkdownStreamOptions) {
    this.#container = container;
    this.#policy = policy;
    this.#builder = new NodeBuilder(policy, decorate);
    this.#onFrozen = onFrozen;
  }

  /** Adds text, with line ends normalized, and draws. */
  write(text: string): void {
    this.#source += text;
    this.#open += text;
    if (this.#text.append(text)) return;
    const restoreSelection = rememberSelection(this.#container);
    const read = this.#read();
    const count = finalCount(read);
    const wanted = this.#builder.build(read.tokens.slice(0, count));
    const finalNodes = wanted.childNodes.length;
    wanted.append(this.#builder.build(read.tokens.slice(count)));
    if (this.#growing) drawGrowing(this.#growing, wanted);
    morph(this.#container, wanted, this.#growing?.element ?? this.#lastFrozen);
    if (count > 0) {
      this.#links = read.tokens.links;
      this.#freeze(read.tokens.slice(0, count), finalNodes);
    }
    restoreSelection();
    this.#shorten(read.tokens);
    this.#text.find(this.#container, this.#source, read.openText, this.#lastFrozen);
  }

  /**
   * Adds the last text and draws the open blocks in their final form. If the last text changes a frozen block, draws all
   * blocks.
   */
  end(text: string): void {
    this.#source += text;
    const restoreSelection = rememberSelection(this.#container);
    const blocks = drawnBlocks(new MarkdownLexer(this.#policy).lex(this.#source));
    const open = blocks.splice(this.#frozen.length);
    morph(this.#container, this.#builder.build(open), this.#lastFrozen);
    const isSame =
      JSON.stringify(blocks) === JSON.stringify(this.#frozen) &&
      // Also false if the page has removed a frozen node.
      this.#frozenNodes.every(({ parentNode }) => parentNode);
    if (!isSame) morph(this.#container, this.#builder.build([...blocks, ...open]));
    restoreSelection();
    this.#onFrozen?.(isSame ? this.#openNodes(Infinity) : [...this.#container.childNodes]);
  }

  #read(): OpenTokens {
    const read = new MarkdownLexer(this.#policy, true).lexOpen(this.#open, this.#links);
    if (!this.#growing || (isSameBlock(this.#growing, read.tokens[0]) && finalCount(read) === 0)) return read;
    this.#growing = undefined;
    this.#open = this.#source.slice(this.#start);
    return new MarkdownLexer(this.#policy, true).lexOpen(this.#open, this.#links);
  }

  #freeze(tokens: readonly Token[], nodeCount: number): void {
    const nodes = this.#openNodes(nodeCount);
    this.#frozen.push(...drawnBlocks(tokens));
    this.#frozenNodes.push(...nodes);
    this.#onFrozen?.(nodes);
    const length = tokens.reduce((sum, { raw }) => sum + raw.length, 0);
    this.#open = this.#open.slice(length);
    this.#start += length;
  }

  get #lastFrozen(): ChildNode | null {
    return this.#frozenNodes.at(-1) ?? null;
  }

  /** The first `count` nodes of the open blocks. */
  #openNodes(count: number): ChildNode[] {
    const nodes: ChildNode[] = [];
    let node = this.#lastFrozen ? this.#lastFrozen.nextSibling : this.#container.firstChild;
    for (; node && nodes.length < count; node = node.nextSibling) nodes.push(node);
    return nodes;
  }

  /** If the only open block is long, tokenizes only its last part from now on. */
  #shorten(tokens: TokensList): void {
    const [block, ...others] = tokens;
    const [element] = this.#openNodes(1);
    if (!block || others.some(({ type }) => type !== 'space') || !(element instanceof Element)) return;
    const growing = shorten(block, element, this.#open);
    if (!growing) return;
    this.#growing = growing;
    this.#open = growing.source;
    // Keeps the numbers of footnotes in the part that is not tokenized again.
    this.#links = tokens.links;
  }
}

/**
 * How many blocks are final: all before the last block that later text cannot merge into the one before it, such as `b` in
 * `a\n\nb`; and fenced code that is closed.
 */
function finalCount({ tokens, visible }: OpenTokens): number {
  const last = tokens.findLastIndex(({ type }) => type !== 'space');
  if (CLOSED_FENCE.test(tokens[last]?.raw ?? '')) return last + 1;
  let start = visible.length;
  // `findLastIndex` begins with the last block, so that `start` is the position where the current block begins.
  const isSeparate = (token: Token): boolean => {
    start -= token.raw.length;
    if (token.type === 'space') return false;
    const completeLines = visible.slice(start).split('\n', 3).length - 1;
    // `| a |` becomes a table only by the line below it.
    if (completeLines >= (token.type === 'table' ? 2 : 1)) return true;
    return visible.endsWith('\n\n', start);
  };
  return Math.max(0, tokens.findLastIndex(isSeparate));
}

/** Tokens without those that are not drawn. */
function drawnBlocks(tokens: readonly Token[]): Token[] {
  return tokens.filter(({ type }) => type !== 'space' && type !== 'def');
}
