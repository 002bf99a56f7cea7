import type { ChatMessage } from '../../protocol/chat-message.ts';
import type { ChatHost } from '../element/chat-host.ts';
import { whenIdle } from '../base/when-idle.ts';
import type { TranscriptScroll } from './transcript-scroll.ts';

/** Messages drawn at once: more than fit into a view. Drawing 500 took 600 ms. */
const FIRST_MESSAGES = 40;
/** Earlier messages added in one step. */
const MORE_MESSAGES = 20;

/** Time between two steps where the browser cannot report idle time. */
const PAUSE_MS = 50;

/**
 * Draws the end of a long conversation first, and earlier messages while the page is idle: they have to be in the document to
 * be found, printed and read aloud.
 */
export class EarlierMessages {
  readonly #host: ChatHost;
  readonly #scroll: TranscriptScroll;
  readonly #signal: AbortSignal;
  /** Id of the conversation's first message. When it changes, another conversation is shown. */
  #firstId: string | undefined;
  #firstDrawn = 0;
  #isWaiting = false;

  /** Works until the signal aborts. */
  constructor(host: ChatHost, scroll: TranscriptScroll, signal: AbortSignal) {
    this.#host = host;
    this.#scroll = scroll;
    this.#signal = signal;
    addEventListener('beforeprint', () => this.#drawFrom(0), { signal });
  }

  /** The index of the first message to draw. */
  firstOf(messages: readonly ChatMessage[]): number {
    const id = messages[0]?.id;
    if (id !== this.#firstId) {
      this.#firstId = id;
      const place = messages.findIndex((message) => message.id === this.#scroll.placeId);
      const inView = place === -1 ? messages.length : place;
      this.#firstDrawn = Math.max(0, Math.min(inView, messages.length - FIRST_MESSAGES));
    }
    if (this.#firstDrawn > 0) this.#wait();
    return this.#firstDrawn;
  }

  #wait(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    whenIdle(() => {
      this.#isWaiting = false;
      if (this.#firstDrawn > 0 && !this.#signal.aborted) this.#drawFrom(this.#firstDrawn - MORE_MESSAGES);
    }, PAUSE_MS);
  }

  #drawFrom(first: number): void {
    this.#firstDrawn = Math.max(0, first);
    this.#host.requestUpdate();
    void this.#scroll.restoreView();
  }
}
