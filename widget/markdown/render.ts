import type { Token } from 'marked';
import { hasMarkup, toUnsafeHtml } from './html.ts';
import { MarkdownLexer, normalizeSource } from './lexer.ts';
import { NodeBuilder } from './node-builder.ts';
import type { MarkdownPolicy } from './policy.ts';
import { sanitizeClosed, sanitizeHtml } from './sanitize.ts';

/**
 * Markdown as sanitized nodes, in one go: marked with GFM, then DOMPurify under the policy. This is the
 * short path that defines what a finished {@link MarkdownStream} looks like, node for node.
 */
export function renderMarkdown(text: string, policy: MarkdownPolicy = {}): DocumentFragment {
  return sanitizeHtml(toUnsafeHtml(new MarkdownLexer().lex(normalizeSource(text))), policy);
}

/** Blocks as nodes that are not in the document yet, and how much of them nothing that follows can change. */
export interface RenderedBlocks {
  readonly fragment: DocumentFragment;
  readonly finalTokens: number;
  readonly finalNodes: number;
}

/**
 * Renders blocks that are still arriving, of which nothing that follows can change the first `finalCount`: markdown as
 * nodes, blocks with raw HTML by way of the sanitizer, together with the blocks that their elements may hold.
 */
export function renderBlocks(
  tokens: readonly Token[],
  finalCount: number,
  policy: MarkdownPolicy,
): RenderedBlocks {
  const fragment = document.createDocumentFragment();
  const builder = new NodeBuilder(policy);
  let finalTokens = 0;
  let finalNodes = 0;
  let end = 0;
  // Not `tokens.entries()`: with Prototype.js on the page that is a list of the tokens.
  tokens.forEach((token, start) => {
    // Drawn with an element of raw HTML before it.
    if (start < end) return;
    end = start + 1;
    if (hasMarkup(token)) {
      const blocks = tokens.slice(start, finalCount);
      // None if an element of theirs is still open, which would take in the blocks behind them.
      const final = blocks.length > 0 ? sanitizeClosed(toUnsafeHtml(blocks), policy) : undefined;
      end = final ? finalCount : tokens.length;
      fragment.append(final ?? sanitizeHtml(toUnsafeHtml(tokens.slice(start)), policy));
    } else builder.append(fragment, [token]);
    if (end > finalCount) return;
    finalTokens = end;
    finalNodes = fragment.childNodes.length;
  });
  return { fragment, finalTokens, finalNodes };
}
