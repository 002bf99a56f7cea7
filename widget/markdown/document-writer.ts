import type { Links, Token, Tokens, TokensList } from 'marked';
import { fixDirection, growingNodes, isSameBlock, shorten, type GrowingBlock } from './growing-block.ts';
import { MarkdownLexer, type OpenTokens } from './lexer.ts';
import { morph } from './morph.ts';
import type { MarkdownPolicy } from './policy.ts';
import { renderBlocks, type RenderedGroup } from './render-blocks.ts';
import { rememberSelection } from './restore-selection.ts';
import { Sections } from './sections.ts';

/** Blocks that are drawn and are not looked at again before the end. */
interface FrozenBlock {
  readonly tokens: readonly Token[];
  /** Where they end in the source. */
  readonly end: number;
  /** What they are drawn in: the container, or a section of it. */
  readonly parent: Element;
  /** The last node in that which is drawn of them or of a block before them. */
  readonly last: ChildNode | null;
  /** The link definitions that were known, as text. */
  readonly links: string;
  /** Whether raw HTML in them may hold the blocks that follow. */
  readonly isLoose: boolean;
  /** Whether they were read through a shortened source. */
  readonly isShortened: boolean;
}

/** Blocks to be drawn once more between two nodes of a parent. */
interface Redraw {
  readonly tokens: readonly Token[];
  readonly parent: Element;
  readonly before: ChildNode | null;
  readonly end: ChildNode | null;
  /** Whether all that follows belongs to it. */
  readonly isRest: boolean;
}

/**
 * Keeps a container equal to the markdown received so far. For each frame the open blocks are read, and drawn behind the
 * last frozen one. A block is frozen when the first line of the next one is complete.
 */
export class DocumentWriter {
  readonly #container: HTMLElement;
  readonly #policy: MarkdownPolicy;
  readonly #sections: Sections;
  /** Everything received. */
  #source = '';
  /** The source of the blocks that are not frozen; of a growing one only the part that is read again. */
  #open = '';
  /** The definitions in frozen blocks. */
  #links: Links = {};
  readonly #frozen: FrozenBlock[] = [];
  #growing: GrowingBlock | undefined;
  #restoreDirection: (() => void) | undefined;

  constructor(container: HTMLElement, policy: MarkdownPolicy, sectionSize: number) {
    this.#container = container;
    this.#policy = policy;
    this.#sections = new Sections(container, sectionSize);
  }

  /** Adds text, with line ends normalized, and draws. */
  write(text: string): void {
    this.#source += text;
    this.#open += text;
    const restoreSelection = rememberSelection(this.#container);
    const read = this.#read();
    const count = finalCount(read);
    const options = { policy: this.#policy, finalCount: count, openLeaf: read.openLeaf };
    const { fragment, groups } = renderBlocks(read.tokens, options);
    this.#draw(fragment);
    this.#freeze(groups, count, read.tokens.links);
    if (!this.#growing) this.#sections.startNext(this.#lastFrozen);
    restoreSelection();
    this.#shorten(read.tokens);
  }

  /**
   * Adds the last text and brings everything in line with the one-shot render. Only blocks that can differ are drawn once
   * more: those whose links were defined later, those behind raw HTML, and those read through a shortened source.
   */
  end(text: string): void {
    this.#source += text;
    this.#release();
    const restoreSelection = rememberSelection(this.#container);
    const lexer = new MarkdownLexer();
    const redraws = this.#redraws(lexer.lexBlocks(this.#source));
    lexer.lexInlinesOf(redraws.flatMap(({ tokens }) => tokens));
    for (const { tokens, parent, before, end, isRest } of redraws) {
      const { fragment } = renderBlocks(tokens, { policy: this.#policy, finalCount: 0 });
      if (isRest && this.#sections.endsWith(parent, before, fragment)) continue;
      morph(parent, nodeBehind(before, parent), fragment, end);
    }
    restoreSelection();
  }

  get #lastFrozen(): ChildNode | null {
    const block = this.#frozen.at(-1);
    return block?.parent === this.#sections.current ? block.last : null;
  }

  get #firstOpen(): ChildNode | null {
    return nodeBehind(this.#lastFrozen, this.#sections.current);
  }

  #read(): OpenTokens {
    const read = new MarkdownLexer(true).lexOpen(this.#open, this.#links);
    if (!this.#growing || isSameBlock(this.#growing, firstBlock(read.tokens))) return read;
    this.#release();
    this.#open = this.#source.slice(this.#frozen.at(-1)?.end ?? 0);
    return new MarkdownLexer(true).lexOpen(this.#open, this.#links);
  }

  #draw(wanted: DocumentFragment): void {
    let first = this.#firstOpen;
    if (this.#growing) {
      const { parent, lastFinal } = this.#growing;
      morph(parent, lastFinal.nextSibling, growingNodes(this.#growing, wanted.firstChild));
      wanted.firstChild?.remove();
      first = first?.nextSibling ?? null;
    }
    morph(this.#sections.current, first, wanted);
  }

  /** Freezes the groups that nothing that follows can change. */
  #freeze(groups: readonly RenderedGroup[], count: number, links: Links): void {
    // In most frames nothing is final, and the definitions need not be written out.
    if (count === 0) return;
    const drawnWith = JSON.stringify(links);
    let rest = count;
    let last = this.#lastFrozen;
    let next = this.#firstOpen;
    for (const { tokens, html, nodeCount } of groups) {
      rest -= tokens.length;
      if (rest < 0) return;
      for (let index = 0; index < nodeCount; index++) {
        last = next;
        next = next?.nextSibling ?? null;
      }
      this.#open = this.#open.slice(lengthOf(tokens));
      this.#frozen.push({
        tokens,
        end: this.#source.length - this.#open.length,
        parent: this.#sections.current,
        last,
        links: drawnWith,
        isLoose: html === 'loose',
        isShortened: this.#growing !== undefined,
      });
      this.#links = links;
      this.#release();
    }
  }

  /** Forgets the growing block and gives it its `dir="auto"` back. */
  #release(): void {
    this.#growing = undefined;
    this.#restoreDirection?.();
    this.#restoreDirection = undefined;
  }

  /** Takes the final part of a long block out of what is read again, if that block is the only open one. */
  #shorten(tokens: readonly Token[]): void {
    const [block, ...others] = tokens.filter(({ type }) => type !== 'space');
    if (!block || others.length > 0 || tokens[0] !== block) return;
    const element = this.#firstOpen as Element | null;
    const shortened = shorten(block, element, this.#open);
    if (!shortened || !element) return;
    this.#restoreDirection ??= fixDirection(element);
    this.#growing = shortened;
    this.#open = shortened.source;
  }

  /** The blocks of the whole text that may differ from what is drawn. */
  #redraws(tokens: TokensList): Redraw[] {
    const redraws: Redraw[] = [];
    const links = JSON.stringify(tokens.links);
    let parent: Element = this.#container;
    let before: ChildNode | null = null;
    let index = 0;
    let end = 0;
    for (const block of this.#frozen) {
      const count = countTokens(tokens, index, block.end - end);
      if (count === undefined) break;
      const own = tokens.slice(index, index + count);
      const source = own.map(({ raw }) => raw).join('');
      // `[words][label]` was drawn as a link in the hope of a definition.
      const hasOtherLinks = source.includes('][') || (source.includes('[') && block.links !== links);
      // Raw HTML may hold all that follows. `[a](<b>)` is raw HTML where `a` becomes a link of its own.
      if (block.isLoose || (hasOtherLinks && source.includes('<'))) break;
      const isSame = !hasOtherLinks && !block.isShortened && outlineOf(own) === outlineOf(block.tokens);
      if (block.parent !== parent) [parent, before] = [block.parent, null];
      const behind = nodeBehind(block.last, parent);
      if (!isSame) addRedraw(redraws, { tokens: own, parent, before, end: behind, isRest: false });
      before = block.last;
      index += count;
      ({ end } = block);
    }
    if (end === (this.#frozen.at(-1)?.end ?? 0))
      [parent, before] = [this.#sections.current, this.#lastFrozen];
    addRedraw(redraws, { tokens: tokens.slice(index), parent, before, end: null, isRest: true });
    return redraws;
  }
}

/** Adds blocks to be drawn; those right behind others are drawn together, as these may get another last node. */
function addRedraw(redraws: Redraw[], next: Redraw): void {
  const last = redraws.at(-1);
  const lastNode = last && (last.end ? last.end.previousSibling : last.parent.lastChild);
  if (last?.parent === next.parent && lastNode === next.before)
    redraws.splice(-1, 1, { ...next, tokens: [...last.tokens, ...next.tokens], before: last.before });
  else redraws.push(next);
}

/** The node behind one of a parent's children, or the first child. */
function nodeBehind(node: ChildNode | null, parent: Element): ChildNode | null {
  return node ? node.nextSibling : parent.firstChild;
}

function firstBlock(tokens: readonly Token[]): Token | undefined {
  return tokens.find(({ type }) => type !== 'space');
}

/** How many blocks are final: those before the last one whose first line is complete. */
function finalCount({ tokens, visible }: OpenTokens): number {
  let rest = visible.length;
  const isBegun = (token: Token): boolean => {
    rest -= token.raw.length;
    const lines = visible.slice(rest).split('\n', 3).length - 1;
    return token.type !== 'space' && lines >= linesUntilFinal(token);
  };
  return Math.max(0, tokens.findLastIndex(isBegun));
}

/** How many lines of a block have to be complete to say what it is: a table shows by its second one. */
function linesUntilFinal({ type }: Token): number {
  return type === 'table' ? 2 : 1;
}

function lengthOf(tokens: readonly Token[]): number {
  return tokens.reduce((sum, { raw }) => sum + raw.length, 0);
}

/** How many tokens from `start` on have so many characters together; `undefined` where none end there. */
function countTokens(tokens: readonly Token[], start: number, length: number): number | undefined {
  let rest = length;
  let count = 0;
  for (; rest > 0 && start + count < tokens.length; count++) rest -= tokens[start + count]?.raw.length ?? 0;
  return rest === 0 ? count : undefined;
}

/** Everything that blocks are drawn from, but for their inline tokens. */
function outlineOf(tokens: readonly Token[]): string {
  return JSON.stringify(tokens, function (this: Tokens.Generic, key, value: unknown) {
    return key === 'tokens' && !/^(?:list_item|blockquote)$/.test(this.type) ? undefined : value;
  });
}
