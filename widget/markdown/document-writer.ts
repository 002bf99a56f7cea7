import type { Token } from 'marked';
import { definitionsIn, finalCount, readAgain, waitingBlocks, type Group, type Waiting } from './blocks.ts';
import { NodeBuilder } from './build.ts';
import type { Holder } from './holders.ts';
import { htmlUse, toUnsafeHtml } from './html.ts';
import { MarkdownLexer, type OpenTokens } from './lexer.ts';
import { LinkTable } from './link-table.ts';
import { Morpher } from './morph.ts';
import { COMPLETION, UNCLOSED } from './partial.ts';
import type { MarkdownPolicy } from './policy.ts';
import { RedrawPace } from './redraw-pace.ts';
import { leavesOpen, sanitizeHtml } from './sanitize.ts';
import { createWindow, joinSections, keepPlace, nextSection, unwrapLines } from './window-loader.ts';
import type { SourceWindow } from './window.ts';

/**
 * Keeps a container equal to the markdown received so far. Only blocks that can still change are read again;
 * a block is final as soon as the first line of the next one is complete, since nothing that follows a whole
 * line can change what stands before it.
 */
export class DocumentWriter {
  readonly #sectionSize: number;
  readonly #policy: MarkdownPolicy;
  readonly #morpher = new Morpher();
  readonly #links = new LinkTable();
  /** Its code is loaded when a block first gets long. */
  #window: SourceWindow | undefined;
  /** Where blocks are drawn now. */
  #container: HTMLElement;
  /** The innermost element of raw HTML that holds them. */
  #holder: Holder | undefined;
  /** Everything received. */
  #source = '';
  /** Where the open blocks start in it. */
  #openStart = 0;
  /** Their source, without what is settled in them. */
  #open = '';
  #lastFinal: ChildNode | null = null;
  #waiting: Waiting[] = [];
  #openLabels = new Set<string>();
  /** Whether there is more to draw: blocks drawn so far were read as what they are not, or are in an element left by now. */
  #isReopened = false;
  /** How many blocks at the start of the open ones are final, but may be held by an open element. */
  #finalCount = 0;
  /** Whether those are known to leave an element open. */
  #isUnclosed = false;
  readonly #pace = new RedrawPace();
  #completion = COMPLETION;

  /** `sectionSize` is the number of blocks after which a section begins. */
  constructor(container: HTMLElement, policy: MarkdownPolicy, sectionSize: number) {
    this.#container = container;
    this.#policy = policy;
    this.#sectionSize = sectionSize;
  }

  /** Adds text, with line ends normalized, and draws; `isFinal` when nothing more will come. */
  write(text: string, isFinal: boolean): void {
    this.#source += text;
    this.#open += text;
    const putBack = this.#keepPlace();
    if (isFinal) {
      // What a block behind a closing tag defines is known only when that tag has been taken for what it is.
      this.#pace.reset();
      if (this.#holder) this.#advanceAll(false);
      // What is settled in the open blocks was drawn in the hope of definitions that did not come.
      if (this.#openLabels.size > 0) this.#widen();
    }
    this.#advanceAll(isFinal);
    if (putBack?.() === false && !isFinal) this.#drawForFocus(putBack);
  }

  /**
   * Draws anew where a focused link is gone because a mark that was closed has it read as part of another one: with the
   * marks of its block as they are, until that is final, or, if what is held back defines a link, all as it stands.
   */
  #drawForFocus(putBack: () => boolean): void {
    this.#completion = UNCLOSED;
    this.#pace.reset();
    this.#advanceAll(false);
    if (putBack()) return;
    this.#completion = COMPLETION;
    const read = (): OpenTokens => new MarkdownLexer().lexOpen(this.#open, this.#links.copy(), undefined);
    this.#finalCount = 0;
    this.#draw(this.#trimmed(read).tokens);
    putBack();
  }

  #advanceAll(isFinal: boolean): void {
    this.#advance(isFinal);
    while (this.#isReopened) {
      const putBack = this.#keepPlace();
      this.#advance(isFinal);
      putBack?.();
    }
  }

  #keepPlace(): (() => boolean) | undefined {
    const { first } = this.#holder ?? {};
    return first?.parentElement
      ? keepPlace(first.parentElement, first.previousSibling)
      : keepPlace(this.#container, this.#lastFinal);
  }

  #advance(isFinal: boolean): void {
    this.#isReopened = false;
    if (!isFinal && this.#pace.isTooSoon(this.#open.length)) return;
    this.#window ??= createWindow(
      { open: this.#open.length, all: this.#source.length },
      this.#policy,
      this.#morpher,
      this.#sectionSize,
    );
    const read = this.#read(isFinal);
    if (this.#isReopened) return;
    this.#finalCount = isFinal ? read.tokens.length : finalCount(read.tokens, read.visible);
    this.#isReopened = this.#cross(read.tokens, isFinal);
    if (!this.#isReopened) this.#finish(read, this.#draw(read.tokens, read.leaf), isFinal);
  }

  /** Goes into the elements that final blocks leave open, or out of one that is closed. False if nothing of that is due. */
  #cross(tokens: Token[], isFinal: boolean): boolean {
    const start = this.#source.length - this.#open.length;
    const step = this.#window?.holders.findStep(tokens, this.#finalCount, start, this.#holder);
    if (!step) return false;
    if ('first' in step) {
      this.#reopen(step);
      return true;
    }
    const before = tokens.slice(0, step.count);
    this.#finalCount = step.count;
    this.#finalize(before, this.#draw(before), Infinity, isFinal);
    this.#open = this.#open.slice(step.length);
    this.#openStart += step.length;
    if (step.take) [this.#holder, this.#container, this.#lastFinal] = step.take(this.#container);
    return true;
  }

  #read(isFinal: boolean): OpenTokens {
    let read = this.#trimmed(() => this.#lex(isFinal));
    const labels = this.#links.keep(definitionsIn(read.tokens, !isFinal));
    if (labels.some((label) => this.#openLabels.has(label))) {
      this.#openLabels.clear();
      this.#widen();
      read = this.#lex(isFinal);
    }
    if (labels.length > 0 || isFinal) this.#resolve(labels, isFinal);
    return read;
  }

  /** What is read, without stand-ins, of the whole source if that is not to be told by them any more. */
  #trimmed(read: () => OpenTokens): OpenTokens {
    const trimmed = read();
    if (this.#window?.trim(trimmed.tokens) ?? true) return trimmed;
    this.#widen();
    return read();
  }

  #lex(isFinal: boolean): OpenTokens {
    this.#links.begin(isFinal);
    const read = new MarkdownLexer(!isFinal).lexOpen(
      this.#open,
      this.#links.links,
      isFinal ? undefined : this.#completion,
    );
    for (const label of this.#links.missing) this.#openLabels.add(label);
    return read;
  }

  /** Goes back to the whole source of the open blocks. */
  #widen(): void {
    this.#open = this.#source.slice(this.#openStart);
    this.#window?.reset();
    this.#morpher.unsettle();
    unwrapLines(this.#firstOpenNode(), null);
  }

  #draw(tokens: Token[], leaf?: Token): Group[] {
    const wanted = document.createDocumentFragment();
    const groups: Group[] = [];
    const builder = new NodeBuilder(this.#policy, leaf);
    for (let at = 0; at < tokens.length;) at = this.#render(wanted, tokens, at, builder, groups);
    this.#morpher.draw(this.#container, this.#firstOpenNode(), wanted);
    return groups;
  }

  /** Renders one block, or several that raw HTML holds together; returns where the next ones start. */
  #render(wanted: Node, tokens: Token[], start: number, builder: NodeBuilder, groups: Group[]): number {
    const token = tokens[start];
    if (!token) return start + 1;
    const use = htmlUse(token);
    const end = use === 'loose' ? this.#closedEnd(tokens, start) : start + 1;
    groups.push({ start, end, firstNode: wanted.childNodes.length });
    if (use === 'none') builder.blocks(wanted, [token]);
    else wanted.appendChild(sanitizeHtml(toUnsafeHtml(tokens.slice(start, end)), this.#policy));
    return end;
  }

  /** Where the blocks end that raw HTML may hold together: behind the last final one, if nothing is open there. */
  #closedEnd(tokens: Token[], start: number): number {
    const end = this.#finalCount;
    if (end <= start) return tokens.length;
    if (!leavesOpen(toUnsafeHtml(tokens.slice(start, end)))) return end;
    if (start === 0) this.#isUnclosed = true;
    return tokens.length;
  }

  #firstOpenNode(): ChildNode | null {
    return this.#lastFinal ? this.#lastFinal.nextSibling : this.#container.firstChild;
  }

  /** Lets go of what is final. */
  #finish({ tokens, visible }: OpenTokens, groups: Group[], isFinal: boolean): void {
    const open = groups.findLastIndex(({ start }) => start <= this.#finalCount);
    const firstOpen = isFinal ? groups.length : Math.max(open, 0);
    const held = this.#open.slice(visible.length);
    if (firstOpen > 0 || isFinal) this.#finalize(tokens, groups, firstOpen, isFinal);
    const size = this.#holder ? Infinity : this.#sectionSize;
    const section = nextSection(this.#container, this.#lastFinal, size);
    if (section !== this.#container) [this.#container, this.#lastFinal] = [section, null];
    this.#prune(tokens, held, isFinal);
  }

  #finalize(tokens: Token[], groups: Group[], count: number, isFinal: boolean): void {
    const nodes: ChildNode[] = [];
    for (let node = this.#firstOpenNode(); node; node = node.nextSibling) nodes.push(node);
    const next = groups[count];
    const final = tokens.splice(0, next?.start ?? tokens.length);
    if (this.#openLabels.size > 0 && !isFinal) {
      const drawn = { tokens: final, groups: groups.slice(0, count), nodes: nodes.slice(0, next?.firstNode) };
      const place = { start: this.#openStart, received: this.#source, open: this.#open.length };
      const labels = new Set(this.#openLabels);
      this.#waiting.push(...waitingBlocks(drawn, { ...place, labels, holder: this.#holder }));
    }
    this.#open = this.#open.slice(final.reduce((sum, { raw }) => sum + raw.length, 0));
    this.#openStart = this.#source.length - this.#open.length;
    this.#lastFinal = nodes[(next?.firstNode ?? nodes.length) - 1] ?? this.#lastFinal;
    this.#window?.reset();
    this.#morpher.unsettle();
    this.#isUnclosed = false;
    this.#completion = COMPLETION;
    this.#pace.reset();
    this.#openLabels.clear();
    for (const label of this.#links.missing) this.#openLabels.add(label);
  }

  /** Draws the final blocks again that mention labels which are defined by now, or will never be. */
  #resolve(labels: readonly string[], isFinal: boolean): void {
    for (const block of this.#waiting) {
      const isConcerned =
        labels.some((label) => block.labels.has(label)) || (isFinal && block.source.includes(']['));
      if (!isConcerned) continue;
      const tokens = readAgain(block, this.#source, this.#links.links, isFinal);
      const isLoose = tokens.some((token) => htmlUse(token) === 'loose');
      if (isLoose && (block.holder || leavesOpen(toUnsafeHtml(tokens)))) {
        this.#reopen(block);
        return;
      }
      const wanted = document.createDocumentFragment();
      const builder = new NodeBuilder(this.#policy);
      for (let at = 0; at < tokens.length;) at = this.#render(wanted, tokens, at, builder, []);
      this.#replace(block, wanted);
    }
  }

  #replace(block: Waiting, wanted: Node): void {
    const { first, last } = block;
    const { previousSibling, parentElement: parent } = first;
    const { nextSibling } = last;
    if (!parent) return;
    const putBack = keepPlace(parent, previousSibling);
    unwrapLines(first, nextSibling);
    this.#morpher.draw(parent, first, wanted, nextSibling);
    putBack?.();
    block.first = (previousSibling ? previousSibling.nextSibling : parent.firstChild) ?? last;
    block.last = (nextSibling ? nextSibling.previousSibling : parent.lastChild) ?? last;
    if (this.#lastFinal === last) this.#lastFinal = block.last;
  }

  #reopen({ start, first, holder }: Pick<Waiting, 'start' | 'first' | 'holder'>): void {
    this.#waiting = this.#waiting.filter((block) => block.start < start);
    this.#openStart = start;
    this.#container = first.parentElement ?? this.#container;
    this.#holder = holder;
    joinSections(this.#container);
    this.#lastFinal = first.previousSibling;
    this.#isUnclosed = false;
    this.#isReopened = true;
    this.#widen();
  }

  #prune(tokens: Token[], held: string, isFinal: boolean): void {
    if (isFinal || this.#isUnclosed || !this.#window) return;
    const visible = this.#open.slice(0, this.#open.length - held.length);
    this.#open = this.#window.prune(tokens, this.#container, visible) + held;
  }
}
