import type { Token } from 'marked';
import { hasMarkup, toUnsafeHtml } from './html.ts';
import { MarkdownLexer, normalizeSource } from './lexer.ts';
import { NodeBuilder } from './node-builder.ts';
import type { MarkdownPolicy } from './policy.ts';
import { sanitizeClosed, sanitizeHtml } from './sanitize.ts';

/**
 * Markdown as sanitized nodes, in one go: marked with GFM, then DOMPurify under the policy. This is the
 * short path that defines what a finished {@link MarkdownStream} looks like, node for node.
 *
 * @example
 * document.body.append(renderMarkdown('See **[docs](/docs)** <img src=x onerror=alert(1)>'));
 * // <p dir="auto">See <strong><a href="/docs" rel="…">docs</a></strong> <a href="x" …>x</a></p>: a link for the image
 */
export function renderMarkdown(text: string, policy: MarkdownPolicy = {}): DocumentFragment {
  return sanitizeHtml(toUnsafeHtml(new MarkdownLexer(policy).lex(normalizeSource(text))), policy);
}

/** Blocks as nodes that are not in the document yet. */
export interface RenderedBlocks {
  /** The first blocks, which text that follows cannot change. */
  readonly final: DocumentFragment;
  /** The number of their tokens. */
  readonly finalTokens: number;
  /** The blocks behind them. */
  readonly open: DocumentFragment;
}

/**
 * Renders blocks that are still arriving; text that follows cannot change the first `finalCount`. Markdown becomes nodes; a
 * block with raw HTML, such as `<div>`, passes the sanitizer together with the blocks behind it, which it may hold.
 */
export function renderBlocks(
  tokens: readonly Token[],
  finalCount: number,
  policy: MarkdownPolicy,
): RenderedBlocks {
  const final = document.createDocumentFragment();
  const open = document.createDocumentFragment();
  const builder = new NodeBuilder(policy);
  let finalTokens = 0;
  let end = 0;
  // Not `tokens.entries()`: with Prototype.js on the page that is a list of the tokens.
  tokens.forEach((token, start) => {
    // It was drawn together with raw HTML before it.
    if (start < end) return;
    end = start + 1;
    if (hasMarkup(token)) {
      const blocks = tokens.slice(start, finalCount);
      // Undefined where an element is still open: it would take in the blocks behind.
      const closed = blocks.length > 0 ? sanitizeClosed(toUnsafeHtml(blocks), policy) : undefined;
      end = closed ? finalCount : Infinity;
      if (closed) final.append(closed);
      else open.append(sanitizeHtml(toUnsafeHtml(tokens.slice(start)), policy));
    } else builder.append(end > finalCount ? open : final, [token]);
    if (end <= finalCount) finalTokens = end;
  });
  return { final, finalTokens, open };
}
