import type { Token } from 'marked';
import { NodeBuilder } from './build.ts';
import { htmlUse, toUnsafeHtml } from './html.ts';
import { MarkdownLexer, type Completion, type OpenTokens } from './lexer.ts';
import { LinkTable } from './link-table.ts';
import { Morpher } from './morph.ts';
import { complete, holdBack } from './partial.ts';
import type { MarkdownPolicy } from './policy.ts';
import { leavesOpen, sanitizeHtml } from './sanitize.ts';
import { SourceWindow } from './window.ts';

const COMPLETION: Completion = { holdBack, complete };

/** Blocks that are drawn together, with the place of their first node among those drawn. */
interface Group {
  readonly start: number;
  readonly end: number;
  readonly firstNode: number;
}

/** A final block that mentions labels nobody has defined yet. */
interface Waiting {
  readonly labels: ReadonlySet<string>;
  readonly source: string;
  readonly first: ChildNode;
  readonly last: ChildNode;
}

/**
 * Keeps a container equal to the markdown received so far. Only blocks that can still change are read again;
 * a block is final as soon as the first line of the next one is complete, since nothing that follows a whole
 * line can change what stands before it.
 */
export class DocumentWriter {
  readonly #container: HTMLElement;
  readonly #policy: MarkdownPolicy;
  readonly #morpher = new Morpher();
  readonly #links = new LinkTable();
  readonly #window: SourceWindow;
  /** Everything received. */
  #source = '';
  /** Where the open blocks start in it. */
  #openStart = 0;
  /** Their source, without what is settled in them. */
  #open = '';
  #lastFinal: ChildNode | null = null;
  #waiting: Waiting[] = [];
  #openLabels = new Set<string>();
  /** How many blocks at the start of the open ones are final, but may be held by an open element. */
  #finalCount = 0;
  /** How many of those are known to leave an element open. */
  #unclosed = 0;

  constructor(container: HTMLElement, policy: MarkdownPolicy) {
    this.#container = container;
    this.#policy = policy;
    this.#window = new SourceWindow(policy, this.#morpher);
  }

  /** Adds text, with line ends normalized, and draws; `isFinal` when nothing more will come. */
  write(text: string, isFinal: boolean): void {
    this.#source += text;
    this.#open += text;
    const read = this.#read(isFinal);
    this.#finalCount = finalCount(read.tokens, read.visible);
    const groups = this.#draw(read, isFinal);
    this.#finish(read, groups, isFinal);
  }

  #read(isFinal: boolean): OpenTokens {
    const lex = (): OpenTokens => {
      this.#links.begin();
      return new MarkdownLexer().lexOpen(this.#open, this.#links.links, isFinal ? undefined : COMPLETION);
    };
    const read = lex();
    if (this.#window.trim(read.tokens)) return read;
    this.#widen();
    return lex();
  }

  /** Goes back to the whole source of the open blocks. */
  #widen(): void {
    this.#open = this.#source.slice(this.#openStart);
    this.#window.reset();
    this.#morpher.unsettle();
  }

  #draw({ tokens, leaf }: OpenTokens, isFinal: boolean): Group[] {
    const wanted = document.createDocumentFragment();
    const groups: Group[] = [];
    const builder = new NodeBuilder(this.#policy, isFinal ? undefined : leaf);
    for (let start = 0, end = 0; start < tokens.length; start = end) {
      end = this.#render(wanted, tokens, start, builder, groups);
    }
    this.#morpher.morph(this.#container, this.#firstOpenNode(), wanted);
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

  #closedEnd(tokens: Token[], start: number): number {
    let end = start + 1 + (start === 0 ? this.#unclosed : 0);
    while (end < tokens.length && leavesOpen(toUnsafeHtml(tokens.slice(start, end)))) {
      if (start === 0 && end <= this.#finalCount) this.#unclosed = end;
      end++;
    }
    return Math.min(end, tokens.length);
  }

  #firstOpenNode(): ChildNode | null {
    return this.#lastFinal ? this.#lastFinal.nextSibling : this.#container.firstChild;
  }

  /** Lets go of what is final. */
  #finish({ tokens, visible }: OpenTokens, groups: Group[], isFinal: boolean): void {
    for (const label of this.#links.missing) this.#openLabels.add(label);
    const open = groups.findLastIndex(({ start }) => start <= this.#finalCount);
    const firstOpen = isFinal ? groups.length : Math.max(open, 0);
    const held = this.#open.slice(visible.length);
    if (firstOpen > 0) this.#finalize(tokens, groups, firstOpen);
    this.#prune(tokens, held, isFinal);
  }

  #finalize(tokens: Token[], groups: Group[], count: number): void {
    const nodes: ChildNode[] = [];
    for (let node = this.#firstOpenNode(); node; node = node.nextSibling) nodes.push(node);
    const next = groups[count];
    const final = tokens.splice(0, next?.start ?? tokens.length);
    if (this.#openLabels.size > 0) this.#wait(final, groups.slice(0, count + 1), nodes);
    const length = final.reduce((sum, { raw }) => sum + raw.length, 0);
    this.#open = this.#open.slice(length);
    this.#openStart = this.#source.length - this.#open.length;
    this.#lastFinal = nodes[(next?.firstNode ?? nodes.length) - 1] ?? this.#lastFinal;
    this.#window.reset();
    this.#morpher.unsettle();
    this.#unclosed = 0;
    this.#openLabels.clear();
    for (const label of this.#links.missing) this.#openLabels.add(label);
    this.#resolve(this.#links.keep(final));
  }

  /** Remembers final blocks that mention a label which may still be defined. */
  #wait(final: Token[], groups: Group[], nodes: ChildNode[]): void {
    let at = this.#openStart;
    for (const [index, { start, end, firstNode }] of groups.entries()) {
      const length = final.slice(start, end).reduce((sum, { raw }) => sum + raw.length, 0);
      const tail = this.#open.length - final.slice(0, end).reduce((sum, { raw }) => sum + raw.length, 0);
      const stop = this.#source.length - tail;
      const first = nodes[firstNode];
      const last = nodes[(groups[index + 1]?.firstNode ?? nodes.length) - 1];
      const source = this.#source.slice(at, stop);
      at = stop;
      if (length > 0 && first && last && source.includes('[')) {
        this.#waiting.push({ labels: new Set(this.#openLabels), source, first, last });
      }
    }
  }

  /** Draws the final blocks again that mention labels which are defined by now. */
  #resolve(labels: readonly string[]): void {
    if (labels.length === 0) return;
    const concerned = this.#waiting.filter((block) => labels.some((label) => block.labels.has(label)));
    for (const { source, first, last } of concerned) {
      const { tokens } = new MarkdownLexer().lexOpen(source, this.#links.links, undefined);
      const wanted = document.createDocumentFragment();
      const builder = new NodeBuilder(this.#policy);
      for (let start = 0; start < tokens.length; start = this.#render(wanted, tokens, start, builder, []));
      this.#morpher.morph(this.#container, first, wanted, last.nextSibling);
    }
  }

  #prune(tokens: Token[], held: string, isFinal: boolean): void {
    const [block] = tokens;
    const element = this.#container.lastElementChild;
    if (isFinal || tokens.length !== 1 || !block || !element || this.#unclosed > 0) return;
    const dropped: Token[] = [];
    const visible = this.#open.slice(0, this.#open.length - held.length);
    this.#open = this.#window.prune(block, element, visible, dropped) + held;
    this.#resolve(this.#links.keep(dropped));
  }
}

/** How many blocks are final: those before the last one whose first line is complete. */
function finalCount(tokens: readonly Token[], visible: string): number {
  let rest = visible.length;
  for (let index = tokens.length - 1; index >= 0; index--) {
    const token = tokens[index];
    rest -= token?.raw.length ?? 0;
    // A table is one only when its delimiter row is there for good.
    const lines = token?.type === 'table' ? 2 : 1;
    if (token && token.type !== 'space' && countLines(visible, rest) >= lines) return index;
  }
  return 0;
}

function countLines(text: string, from: number): number {
  const first = text.indexOf('\n', from);
  return first < 0 ? 0 : text.includes('\n', first + 1) ? 2 : 1;
}
