import type { ReactiveController } from '@lit/reactive-element';
import { attempt } from '../../conversation/attempt.ts';
import { storageKey } from '../../conversation/storage-key.ts';
import type { ChatSettingsElement } from './chat-settings-element.ts';

/** The storage of one chat: the gate through which every part of it goes. It is closed until the visitor has agreed, where they are asked. */
export class ChatStorage implements ReactiveController {
  readonly #host: ChatSettingsElement;
  readonly #handleForgotten: () => void;
  #hasAgreed = false;
  #wasForgotten = false;
  #channel: BroadcastChannel | undefined;

  /** `handleForgotten` is called when the visitor no longer agrees, in this tab or in another one. */
  constructor(host: ChatSettingsElement, handleForgotten: () => void) {
    this.#host = host;
    this.#handleForgotten = handleForgotten;
    host.addController(this);
  }

  /** Whether something may be stored, sent, and loaded from elsewhere. */
  get isAllowed(): boolean {
    return !this.#isAsked || this.#hasAgreed || this.#isStored;
  }

  /** The visitor has agreed before, and no longer does. */
  get wasForgotten(): boolean {
    return this.#wasForgotten;
  }

  /** This tab's storage. Throws while the gate is closed, and where the page may use none, as in a sandboxed frame. */
  get tab(): Storage {
    return this.#open(sessionStorage);
  }

  /** The storage that `persist` names. Throws like {@link tab}. */
  get kept(): Storage {
    return this.#open(this.#area);
  }

  /** The visitor agrees. Remembered where something is stored at all. */
  allow(): void {
    this.#hasAgreed = true;
    attempt(() => this.kept.setItem(this.#key, '1'));
  }

  /** The visitor no longer agrees: everything is forgotten, in all tabs. */
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

  /** The storage that `persist` names. Throws where the page may use none. */
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
          // `cf-ai-chat:shop:size`, not `cf-ai-chat:shop2`.
          if (`${key}:`.startsWith(`${own}:`)) area.removeItem(key);
      indexedDB.deleteDatabase(`${own}:files`);
    });
  }
}
