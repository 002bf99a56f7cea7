import { DocumentWriter, type MarkdownStreamOptions } from './document-writer.ts';
import { FrameScheduler } from './frame-scheduler.ts';
import { normalizeSource } from './lexer.ts';
import type { MarkdownPolicy } from './policy.ts';

/**
 * Draws markdown into a container while it arrives. `push` takes pieces of any size. Drawing happens at most once per
 * animation frame, takes at most a quarter of the time, and continues while the page is hidden. After `end()` the container
 * equals the result of {@link renderMarkdown} for the whole text, node for node (adjacent text nodes joined).
 */
export class MarkdownStream {
  readonly #writer: DocumentWriter;
  readonly #scheduler = new FrameScheduler(() => this.#draw());
  /** Text received but not drawn yet. */
  #received = '';
  #isEnded = false;

  constructor(container: HTMLElement, policy: MarkdownPolicy = {}, options: MarkdownStreamOptions = {}) {
    this.#writer = new DocumentWriter(container, policy, options);
  }

  /** Adds text. Throws a `TypeError` after `end` or `dispose`. */
  push(text: string): void {
    if (this.#isEnded) throw new TypeError('push after end');
    this.#received += text;
    this.#scheduler.request();
  }

  /** Draws all text in its final form. Further calls do nothing. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#scheduler.cancel();
    this.#writer.end(normalizeSource(this.#received));
  }

  /** Draws all text received now, without waiting for an animation frame. */
  flush(): void {
    if (!this.#isEnded) this.#scheduler.run();
  }

  /** Ends the stream without drawing; drawn text stays. */
  dispose(): void {
    this.#isEnded = true;
    this.#scheduler.cancel();
  }

  #draw(): void {
    // Half a line end (`\r` of `\r\n`) or half a character is kept until the other half arrives.
    const [half = ''] = /[\r\uD800-\uDBFF]$/.exec(this.#received) ?? [];
    const text = this.#received.slice(0, this.#received.length - half.length);
    this.#received = half;
    this.#writer.write(normalizeSource(text));
  }
}
