import type { ChatMessage } from '../../protocol/chat-message.ts';
import type { ChatHost } from '../element/chat-host.ts';
import { whenIdle } from '../base/when-idle.ts';
import type { TranscriptScroll } from './transcript-scroll.ts';

/** Messages that are drawn at once: more than a view shows. Drawing 500 took 600 ms. */
const FIRST_MESSAGES = 40;
/** Messages that are drawn above them at a time. */
const MORE_MESSAGES = 20;

/** Time between two pieces where the browser does not say when it is idle. */
const PAUSE_MS = 50;

/**
 * Draws the end of a long conversation first, and what is above whenever the page has nothing else to do, so that it is
 * found, printed and read aloud like everything else.
 */
export class EarlierMessages {
  readonly #host: ChatHost;
  readonly #scroll: TranscriptScroll;
  readonly #signal: AbortSignal;
  /** The first message of the conversation that is drawn; another one begins anew. */
  #conversation: string | undefined;
  #first = 0;
  #isWaiting = false;

  /** Draws until the signal aborts. */
  constructor(host: ChatHost, scroll: TranscriptScroll, signal: AbortSignal) {
    this.#host = host;
    this.#scroll = scroll;
    this.#signal = signal;
    addEventListener('beforeprint', () => this.#drawFrom(0), { signal });
  }

  /** The index of the first message to draw. */
  firstOf(messages: readonly ChatMessage[]): number {
    const id = messages[0]?.id;
    if (id !== this.#conversation) {
      this.#conversation = id;
      const place = messages.findIndex((message) => message.id === this.#scroll.placeId);
      const inView = place === -1 ? messages.length : place;
      this.#first = Math.max(0, Math.min(inView, messages.length - FIRST_MESSAGES));
    }
    if (this.#first > 0) this.#wait();
    return this.#first;
  }

  #wait(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    whenIdle(() => {
      this.#isWaiting = false;
      if (this.#first > 0 && !this.#signal.aborted) this.#drawFrom(this.#first - MORE_MESSAGES);
    }, PAUSE_MS);
  }

  #drawFrom(first: number): void {
    this.#first = Math.max(0, first);
    this.#host.requestUpdate();
    void this.#scroll.restoreView();
  }
}
