import type { Token } from 'marked';
import { morph } from './morph.ts';

/** Blocks that were frozen together. */
interface FrozenGroup {
  readonly nodes: readonly ChildNode[];
  /** The number of their tokens. */
  readonly count: number;
  /** Their tokens as text: the same tokens give the same nodes. `undefined` where the nodes show more than these. */
  readonly read: string | undefined;
}

/** Remembers how frozen blocks were read, so that the end of an answer redraws only those that are read differently in the whole text. */
export class FrozenBlocks {
  readonly #groups: FrozenGroup[] = [];

  /** How many of {@link drawnBlocks} they are. */
  get count(): number {
    return this.#groups.reduce((sum, { count }) => sum + count, 0);
  }

  /** Adds nodes and their tokens. Where the tokens are only a part of the drawn text (not `isWhole`), the end redraws the nodes. */
  add(nodes: readonly ChildNode[], tokens: readonly Token[], isWhole: boolean): void {
    const blocks = drawnBlocks(tokens);
    this.#groups.push({ nodes, count: blocks.length, read: isWhole ? JSON.stringify(blocks) : undefined });
  }

  /**
   * Redraws, in their place, the nodes that are read differently in the finished answer; `blocks` are its first tokens. Returns
   * what stands there now, or `undefined` where a page has removed nodes.
   */
  redraw(blocks: Token[], render: (tokens: readonly Token[]) => DocumentFragment): ChildNode[] | undefined {
    const redrawn: ChildNode[] = [];
    const isDone = this.#groups.every(({ nodes, count, read }) => {
      const tokens = blocks.splice(0, count);
      if (!nodes.every(({ parentNode }) => parentNode)) return false;
      if (JSON.stringify(tokens) === read) return true;
      const wanted = render(tokens);
      const parent = nodes[0]?.parentNode;
      if (!parent) return !wanted.hasChildNodes();
      const before = nodes[0]?.previousSibling ?? null;
      const behind = nodes.at(-1)?.nextSibling ?? null;
      morph(parent, wanted, before, behind);
      const children = [...parent.childNodes];
      redrawn.push(
        ...children.slice(
          before ? children.indexOf(before) + 1 : 0,
          behind ? children.indexOf(behind) : undefined,
        ),
      );
      return true;
    });
    return isDone ? redrawn : undefined;
  }
}

/** Tokens without those that draw nothing. */
export function drawnBlocks(tokens: readonly Token[]): Token[] {
  return tokens.filter(({ type }) => type !== 'space' && type !== 'def');
}
