import type { MarkdownStreamOptions } from './document-writer.ts';
import { MarkdownLexer, normalizeSource } from './lexer.ts';
import { NodeBuilder } from './node-builder.ts';
import type { MarkdownPolicy } from './policy.ts';

/**
 * Renders markdown as nodes at once, according to the policy. This is the reference for the result of a finished {@link
 * MarkdownStream}, node for node. Blocks of HTML are shown as typed until the sanitizer has loaded; then they are filled and
 * passed to `decorate`. All other blocks are passed to it at once.
 *
 * @example
 * document.body.append(renderMarkdown('See **[docs](/docs)** <img src=x onerror=alert(1)>'));
 * // <p dir="auto">See <strong><a href="/docs" rel="…">docs</a></strong> <a href="x" …>x</a></p>: a link for the image
 */
export function renderMarkdown(
  text: string,
  policy: MarkdownPolicy = {},
  decorate?: MarkdownStreamOptions['decorate'],
): DocumentFragment {
  return new NodeBuilder(policy, decorate).build(new MarkdownLexer(policy).lex(normalizeSource(text)));
}
