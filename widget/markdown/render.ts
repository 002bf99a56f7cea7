import type { MarkdownStreamOptions } from './document-writer.ts';
import { MarkdownLexer, normalizeSource } from './lexer.ts';
import { NodeBuilder } from './node-builder.ts';
import type { MarkdownPolicy } from './policy.ts';

/**
 * Markdown as nodes under the policy, in one go. This is the short path that defines what a finished {@link MarkdownStream} looks
 * like, node for node. Blocks of HTML are shown as they were typed until the sanitizer has been loaded, and then filled; `decorate`
 * gets them then, as it gets all the others at once.
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
