import type { ReactiveController } from '@lit/reactive-element';
import { attempt } from '../../conversation/attempt.ts';
import { storageKey } from '../../conversation/storage-key.ts';
import type { ChatSettingsElement } from './chat-settings-element.ts';

/**
 * The storage of one chat, through which all its code stores data. Where consent is asked for, it throws until the visitor has
 * agreed.
 */
export class ChatStorage implements ReactiveController {
  readonly #host: ChatSettingsElement;
  readonly #handleForgotten: () => void;
  #hasAgreed = false;
  #wasForgotten = false;
  #channel: BroadcastChannel | undefined;

  /** `handleForgotten` is called when the visitor withdraws consent, in this tab or in another one. */
  constructor(host: ChatSettingsElement, handleForgotten: () => void) {
    this.#host = host;
    this.#handleForgotten = handleForgotten;
    host.addController(this);
  }

  /** Whether data may be stored, sent, and loaded from other origins. */
  get isAllowed(): boolean {
    return !this.#isAsked || this.#hasAgreed || this.#isStored;
  }

  /** Whether the visitor has withdrawn consent. */
  get wasForgotten(): boolean {
    return this.#wasForgotten;
  }

  /** The storage of this tab. Throws without consent, and where the page has no storage, as in a sandboxed iframe. */
  get tab(): Storage {
    return this.#open(sessionStorage);
  }

  /** The storage that `persist` selects. Throws like {@link tab}. */
  get kept(): Storage {
    return this.#open(this.#area);
  }

  /** Call when the visitor agrees. The consent is stored, unless `persist` is `none`. */
  allow(): void {
    this.#hasAgreed = true;
    attempt(() => this.kept.setItem(this.#key, '1'));
  }

  /** Call when the visitor withdraws consent: deletes all data, in all tabs. */
  withdraw(): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has only its own origin
    this.#channel?.postMessage('');
    this.#forget();
  }

  hostUpdate(): void {
    if (!this.#isAsked || this.#channel || document.prerendering) return;
    attempt(() => {
      this.#channel = new BroadcastChannel(this.#key);
      this.#channel.addEventListener('message', () => this.#forget());
    });
  }

  hostDisconnected(): void {
    this.#channel?.close();
    this.#channel = undefined;
  }

  get #isAsked(): boolean {
    return this.#host.consent === 'before-first-message';
  }

  get #isStored(): boolean {
    return this.#host.persist !== 'none' && attempt(() => this.#area.getItem(this.#key)) === '1';
  }

  /** The storage that `persist` selects. Throws where the page may not use it. */
  get #area(): Storage {
    return this.#host.persist === 'local' ? localStorage : sessionStorage;
  }

  get #key(): string {
    return storageKey(this.#host.instance, 'consent');
  }

  #open(storage: Storage): Storage {
    if (this.isAllowed && this.#host.persist !== 'none') return storage;
    throw new DOMException('this chat stores nothing', 'NotAllowedError');
  }

  #forget(): void {
    this.#wasForgotten = true;
    this.#handleForgotten();
    this.#hasAgreed = false;
    const own = storageKey(this.#host.instance);
    attempt(() => {
      for (const area of [sessionStorage, localStorage])
        for (const key of Object.keys(area))
          // Matches `cf-ai-chat:shop:size` for the instance `shop`, not `cf-ai-chat:shop2`.
          if (`${key}:`.startsWith(`${own}:`)) area.removeItem(key);
      indexedDB.deleteDatabase(`${own}:files`);
    });
  }
}
