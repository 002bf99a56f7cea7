import { callHooks, type BlockHooks } from './block-hooks.ts';
import type { MarkdownStreamOptions as DrawingOptions } from '../document-writer.ts';
import { MarkdownStream as ChatStream } from '../markdown-stream.ts';
import type { MarkdownPolicy } from '../policy.ts';
import { renderMarkdown as render } from '../render.ts';

/** Options of a stream: line ends, decoration, and the embedder's functions for finished blocks. */
export interface MarkdownStreamOptions extends Omit<DrawingOptions, 'onFrozen'>, BlockHooks {}

/**
 * Draws markdown into a container while it arrives. `push` takes pieces of any size. Drawing happens at most once per
 * animation frame, takes at most a quarter of the time, and continues while the page is hidden. After `end()` the container
 * equals the result of {@link renderMarkdown} for the whole text, node for node (adjacent text nodes joined).
 *
 * @example
 * const stream = new MarkdownStream(document.body);
 * stream.push('Hello **wo'); // the next frame shows <p>Hello <strong>wo</strong></p>
 * stream.push('rld**');
 * stream.end();
 */
export class MarkdownStream extends ChatStream {
  /**
   * Accepts a piped stream of text: each chunk is pushed; closing and aborting end the drawing.
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
 * Renders markdown as sanitized nodes at once: marked with GFM, DOMPurify according to the policy, then the hooks. The result
 * equals a finished {@link MarkdownStream}, node for node.
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
