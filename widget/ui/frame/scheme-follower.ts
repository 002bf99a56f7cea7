import type { ReactiveController } from '@lit/reactive-element';
import type { ChatHost } from '../element/chat-host.ts';
import { DARK_SYSTEM } from '../element/color-scheme.ts';

/** Time in which all changes of a page are looked at once. */
const SOON_MS = 100;
/** Time after which colours that a page changes slowly have arrived. */
const LATE_MS = 1_000;

/**
 * Has a chat that is shown drawn again when the page or the system changes to the other colour scheme. Of the page it
 * observes the attributes of `<html>` and `<body>`, where pages mark their scheme; a closed chat observes nothing.
 */
export class SchemeFollower implements ReactiveController {
  readonly #host: ChatHost;
  #observing: AbortController | undefined;
  #soon: ReturnType<typeof setTimeout> | undefined;
  #late: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ChatHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.hostUpdated();
  }

  hostUpdated(): void {
    const { theme, isFloating, open, isConnected, renderRoot } = this.#host;
    const isSeen = open || !isFloating || renderRoot.querySelector('dialog[open]');
    const isNeeded = isConnected && isSeen && (theme === 'auto' || theme === 'system');
    if (!isNeeded) this.hostDisconnected();
    else if (!this.#observing) this.#observe();
  }

  hostDisconnected(): void {
    this.#observing?.abort();
    this.#observing = undefined;
    clearTimeout(this.#soon);
    clearTimeout(this.#late);
    this.#soon = undefined;
  }

  #observe(): void {
    this.#observing = new AbortController();
    const { signal } = this.#observing;
    matchMedia(DARK_SYSTEM).addEventListener('change', () => this.#host.checkColorScheme(), { signal });
    const observer = new MutationObserver(() => this.#handlePageChange());
    for (const painted of [document.documentElement, document.body])
      observer.observe(painted, { attributes: true });
    signal.addEventListener('abort', () => observer.disconnect());
  }

  #handlePageChange(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.#host.checkColorScheme();
    }, SOON_MS);
    clearTimeout(this.#late);
    this.#late = setTimeout(() => this.#host.checkColorScheme(), LATE_MS);
  }
}
