import type { ReactiveController } from '@lit/reactive-element';
import type { ChatHost } from '../element/chat-host.ts';
import { DARK_SYSTEM } from '../element/color-scheme.ts';

/** Delay before a change of the page is handled, so that several changes are handled once. */
const CHANGE_DELAY_MS = 100;
/** Delay for a second check, after colours that the page changes in a transition have their final values. */
const TRANSITION_DELAY_MS = 1_000;

/**
 * Redraws a visible chat when page or system change to another colour scheme. It observes the attributes of `<html>` and
 * `<body>`, where pages set their scheme; for a closed chat nothing is observed.
 */
export class SchemeFollower implements ReactiveController {
  readonly #host: ChatHost;
  #observing: AbortController | undefined;
  #changeTimer: ReturnType<typeof setTimeout> | undefined;
  #transitionTimer: ReturnType<typeof setTimeout> | undefined;

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
    clearTimeout(this.#changeTimer);
    clearTimeout(this.#transitionTimer);
    this.#changeTimer = undefined;
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
    this.#changeTimer ??= setTimeout(() => {
      this.#changeTimer = undefined;
      this.#host.checkColorScheme();
    }, CHANGE_DELAY_MS);
    clearTimeout(this.#transitionTimer);
    this.#transitionTimer = setTimeout(() => this.#host.checkColorScheme(), TRANSITION_DELAY_MS);
  }
}
