import type { ReactiveController } from '@lit/reactive-element';
import { attempt } from '../../../conversation/attempt.ts';
import { storageKey } from '../../../conversation/storage-key.ts';
import type { ChatHost } from '../../element/chat-host.ts';

/**
 * Has the notices loaded when there is a first one: a picture, an answer that another page was left with, or the teaser. Follows
 * what the pages have stored between which the visitor goes back.
 */
export class FirstNotice implements ReactiveController, EventListenerObject {
  readonly #host: ChatHost;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ChatHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('pageshow', this);
    // It is where the conversation is: in one of the two.
    const key = storageKey(this.#host.instance, 'unread');
    if (attempt(() => sessionStorage.getItem(key) ?? localStorage.getItem(key)))
      void this.#host.notices.load();
    this.hostUpdated();
  }

  hostUpdated(): void {
    const { isConnected, mode, hasBackend, avatar, notices, teaser, teaserDelay } = this.#host;
    if (!isConnected || mode !== 'floating' || !hasBackend) return;
    if (avatar) void notices.load();
    if (teaser) this.#timer ??= setTimeout(() => void this.#showTeaser(), teaserDelay);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    removeEventListener('pageshow', this);
  }

  /** Back has brought the page, and another one of the tab was shown between: the chat stays as the visitor has left it there. */
  handleEvent({ persisted }: PageTransitionEvent): void {
    if (!persisted) return;
    this.#host.restoreOpen();
    this.hostConnected();
  }

  async #showTeaser(): Promise<void> {
    const { notices } = this.#host;
    if (!notices.hasOpened) (await notices.load())?.showTeaser();
  }
}
