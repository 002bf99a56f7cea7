import { callHooks, type BlockHooks } from './block-hooks.ts';
import type { MarkdownStreamOptions as DrawingOptions } from '../document-writer.ts';
import { MarkdownStream as ChatStream } from '../markdown-stream.ts';
import type { MarkdownPolicy } from '../policy.ts';
import { renderMarkdown as render } from '../render.ts';

/** How a stream lays out and decorates its blocks, and what an embedder does with them. */
export interface MarkdownStreamOptions extends Omit<DrawingOptions, 'onFrozen'>, BlockHooks {}

/**
 * Draws markdown into a container while it arrives. `push` takes pieces of any size; drawing happens once per animation
 * frame at most, takes at most a quarter of the time, and goes on while the page is hidden. After `end()` the container
 * equals {@link renderMarkdown} of the whole text, node for node (adjacent text nodes joined).
 *
 * @example
 * const stream = new MarkdownStream(document.body);
 * stream.push('Hello **wo'); // the next frame shows <p>Hello <strong>wo</strong></p>
 * stream.push('rld**');
 * stream.end();
 */
export class MarkdownStream extends ChatStream {
  /**
   * Pipes text in: each chunk is pushed; closing and aborting end the stream.
   *
   * @example
   * await response.body?.pipeThrough(new TextDecoderStream()).pipeTo(stream.writable);
   */
  readonly writable = new WritableStream<string>({
    write: (text) => this.push(text),
    close: () => this.end(),
    abort: () => this.end(),
  });

  constructor(container: HTMLElement, policy: MarkdownPolicy = {}, options: MarkdownStreamOptions = {}) {
    super(container, policy, { ...options, onFrozen: callHooks(options) });
  }
}

/**
 * Markdown as sanitized nodes, in one go: marked with GFM, then DOMPurify under the policy, and the hooks. What a finished
 * {@link MarkdownStream} looks like, node for node.
 *
 * @example
 * document.body.append(renderMarkdown('See **[docs](/docs)** <img src=x onerror=alert(1)>'));
 * // <p dir="auto">See <strong><a href="/docs" rel="…">docs</a></strong> <a href="x" …>x</a></p>: a link for the image
 */
export function renderMarkdown(
  text: string,
  policy: MarkdownPolicy = {},
  hooks: BlockHooks = {},
): DocumentFragment {
  const fragment = render(text, policy);
  callHooks(hooks)([...fragment.childNodes]);
  return fragment;
}
