import { toUnsafeHtml } from './html.ts';
import { MarkdownLexer, normalizeSource } from './lexer.ts';
import type { MarkdownPolicy } from './policy.ts';
import { sanitizeHtml } from './sanitize.ts';

/**
 * Markdown as sanitized nodes, in one go: marked with GFM, then DOMPurify under the policy. This is the
 * short path that defines what a finished {@link MarkdownStream} looks like, node for node.
 */
export function renderMarkdown(text: string, policy: MarkdownPolicy = {}): DocumentFragment {
  return sanitizeHtml(toUnsafeHtml(new MarkdownLexer().lex(normalizeSource(text))), policy);
}
