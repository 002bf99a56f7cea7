import { DocumentWriter } from './document-writer.ts';
import { FrameScheduler } from './frame-scheduler.ts';
import { normalizeSource } from './lexer.ts';
import type { MarkdownPolicy } from './policy.ts';

/** How a {@link MarkdownStream} lays out and decorates its blocks. */
export interface MarkdownStreamOptions {
  /**
   * Blocks after which the next ones are drawn into an element of their own, `<cf-ai-chat-section>`, which the browser
   * can skip while it is out of view. Default: none, all is as in the one-shot render.
   */
  readonly sectionSize?: number;
  /**
   * Called with blocks that were built, before they come into the document. May put elements around text inside of a block
   * and must add no text; the same text must get the same elements. Default: nothing.
   */
  readonly decorate?: (blocks: DocumentFragment) => void;
}

/**
 * Draws markdown into a container while it arrives. `push` takes pieces of any size; drawing happens once per animation
 * frame at most, takes at most a quarter of the time, and goes on while the page is hidden. After `end()` the container
 * equals {@link renderMarkdown} of the whole text, node for node (adjacent text nodes joined).
 */
export class MarkdownStream {
  /** Pipes text in: each chunk is pushed; closing and aborting end the stream. */
  readonly writable: WritableStream<string>;

  readonly #writer: DocumentWriter;
  readonly #scheduler = new FrameScheduler(() => this.#draw());
  /** Received and not drawn yet. */
  #received = '';
  #isEnded = false;

  constructor(
    container: HTMLElement,
    policy: MarkdownPolicy = {},
    { sectionSize = Infinity, decorate }: MarkdownStreamOptions = {},
  ) {
    this.#writer = new DocumentWriter(container, policy, sectionSize, decorate);
    this.writable = new WritableStream<string>({
      write: (text) => this.push(text),
      close: () => this.end(),
      abort: () => this.end(),
    });
  }

  /** Adds text. Throws a `TypeError` after `end` or `dispose`. */
  push(text: string): void {
    if (this.#isEnded) throw new TypeError('push after end');
    this.#received += text;
    this.#scheduler.request();
  }

  /** Draws everything received, as final. Further calls do nothing. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#scheduler.cancel();
    this.#writer.end(normalizeSource(this.#received));
  }

  /** Draws all text received, without waiting for the frame. */
  flush(): void {
    if (!this.#isEnded) this.#scheduler.run();
  }

  /** Ends the stream without drawing; drawn text stays. */
  dispose(): void {
    this.#isEnded = true;
    this.#scheduler.cancel();
  }

  #draw(): void {
    // Half a line end (`\r` of `\r\n`) or half a character waits for the other half.
    const [half = ''] = /[\r\uD800-\uDBFF]$/.exec(this.#received) ?? [];
    const text = this.#received.slice(0, this.#received.length - half.length);
    this.#received = half;
    this.#writer.write(normalizeSource(text));
  }
}
