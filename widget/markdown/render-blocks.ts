import type { Token } from 'marked';
import { htmlUse, toUnsafeHtml, type HtmlUse } from './html.ts';
import { NodeBuilder } from './node-builder.ts';
import type { MarkdownPolicy } from './policy.ts';
import { leavesOpen, sanitizeHtml } from './sanitize.ts';

/** Blocks that are drawn together: mostly one, or several that an element of raw HTML holds. */
export interface RenderedGroup {
  readonly tokens: readonly Token[];
  readonly html: HtmlUse;
  /** How many nodes they have at the top level. */
  readonly nodeCount: number;
}

/** Blocks as nodes that are not in the document yet. */
export interface RenderedBlocks {
  readonly fragment: DocumentFragment;
  readonly groups: readonly RenderedGroup[];
}

/** What blocks are rendered with. */
export interface RenderOptions {
  readonly policy: MarkdownPolicy;
  /** How many blocks, from the first on, nothing that follows can change. */
  readonly finalCount: number;
  /** The block that is still arriving. */
  readonly openLeaf?: Token | undefined;
}

/** Renders blocks: markdown as nodes, raw HTML by way of the sanitizer. */
export function renderBlocks(
  tokens: readonly Token[],
  { policy, finalCount, openLeaf }: RenderOptions,
): RenderedBlocks {
  const fragment = document.createDocumentFragment();
  const builder = new NodeBuilder(policy, openLeaf);
  const groups: RenderedGroup[] = [];
  let end = 0;
  // Not `tokens.entries()`: with Prototype.js on the page that is a list of the tokens.
  tokens.forEach((token, at) => {
    // Drawn with an element of raw HTML before it.
    if (at < end) return;
    const html = htmlUse(token);
    end = html === 'loose' ? endOfElement(tokens, at, finalCount) : at + 1;
    const group = tokens.slice(at, end);
    const before = fragment.childNodes.length;
    if (html === 'none') builder.blocks(fragment, group);
    else fragment.append(sanitizeHtml(toUnsafeHtml(group), policy));
    groups.push({ tokens: group, html, nodeCount: fragment.childNodes.length - before });
  });
  return { fragment, groups };
}

/** Where the blocks end that raw HTML may hold: behind the last final one if no element is open there, else nowhere yet. */
function endOfElement(tokens: readonly Token[], start: number, finalCount: number): number {
  if (finalCount <= start || leavesOpen(toUnsafeHtml(tokens.slice(start, finalCount)))) return tokens.length;
  return finalCount;
}
