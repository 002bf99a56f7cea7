import type { Token } from 'marked';
import { toUnsafeHtml } from './html.ts';
import { morph } from './morph.ts';

/** Blocks that were frozen together. */
interface FrozenGroup {
  readonly nodes: readonly ChildNode[];
  /** How many tokens they were drawn of. */
  readonly count: number;
  /** The markup of these; none where they do not tell all that was drawn. */
  readonly html: string | undefined;
}

/** Remembers what frozen blocks were drawn of, so that the end of an answer redraws only those that are others in the whole text. */
export class FrozenBlocks {
  readonly #groups: FrozenGroup[] = [];

  /** How many of {@link drawnBlocks} they are. */
  get count(): number {
    return this.#groups.reduce((sum, { count }) => sum + count, 0);
  }

  /** Adds the nodes that were drawn of tokens. Where these do not tell all that was drawn, the nodes are redrawn in any case. */
  add(nodes: readonly ChildNode[], tokens: readonly Token[], isWhole: boolean): void {
    const blocks = drawnBlocks(tokens);
    this.#groups.push({ nodes, count: blocks.length, html: isWhole ? toUnsafeHtml(blocks) : undefined });
  }

  /**
   * Redraws those that have other markup in the finished answer, of which `blocks` are the first ones, each in its place. Returns
   * whether all are in line then: not where `render` gives no nodes for a markup, or a page has taken nodes out.
   */
  redraw(blocks: Token[], render: (html: string) => DocumentFragment | undefined): boolean {
    return this.#groups.every(({ nodes, count, html }) => {
      const now = toUnsafeHtml(blocks.splice(0, count));
      if (!nodes.every(({ parentNode }) => parentNode)) return false;
      if (now === html) return true;
      const wanted = render(now);
      if (!wanted) return false;
      const parent = nodes[0]?.parentNode;
      if (!parent) return !wanted.hasChildNodes();
      morph(parent, wanted, nodes[0]?.previousSibling, nodes.at(-1)?.nextSibling);
      return true;
    });
  }
}

/** Tokens without those that draw nothing. */
export function drawnBlocks(tokens: readonly Token[]): Token[] {
  return tokens.filter(({ type }) => type !== 'space' && type !== 'def');
}
