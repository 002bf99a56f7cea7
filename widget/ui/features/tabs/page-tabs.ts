import { createId } from '../../../conversation/create-id.ts';
import type { TranscriptStore } from '../../../conversation/persistence.ts';
import { storageKey } from '../../../conversation/storage-key.ts';
import { SharedStore } from '../../../conversation/tabs/shared-store.ts';
import { TabSync } from '../../../conversation/tabs/tab-sync.ts';
import { TurnLock } from '../../../conversation/tabs/turn-lock.ts';
import { SYSTEM_CLOCK } from '../../../transport/clock.ts';
import type { ChatHost } from '../../element/chat-host.ts';
import { PageChannel } from './page-channel.ts';

/** Joins the tabs of a site that show one conversation: by the browser's channel and locks, and when the page is left and seen. */
export class PageTabs {
  readonly sync: TabSync;
  readonly #key: string;
  readonly #channel: PageChannel | undefined;

  /** `store` is that of the conversation. */
  constructor({ instance }: ChatHost, store: TranscriptStore) {
    this.#key = storageKey(instance);
    this.#channel = PageChannel.open(this.#key);
    const defaults = { createId, now: Date.now };
    this.sync = new TabSync({
      tab: createId(),
      store: new SharedStore(store, defaults),
      channel: this.#channel,
      lock: new TurnLock({
        name: this.#key,
        locks: navigator.locks,
        hasChannel: this.#channel !== undefined,
        after: SYSTEM_CLOCK.after,
      }),
      defaults,
      after: SYSTEM_CLOCK.after,
    });
  }

  /** Follows the page until `signal` is aborted. Call once everything else listens to it: the last words are said here. */
  listen(signal: AbortSignal): void {
    const { sync } = this;
    const refresh = (): void => sync.refresh();
    addEventListener('storage', ({ key }) => (key?.startsWith(this.#key) ?? true) && refresh(), { signal });
    addEventListener('visibilitychange', () => document.visibilityState === 'visible' && refresh(), {
      signal,
    });
    // An open channel would keep the page out of the cache from which Back brings it.
    addEventListener('pagehide', () => this.#channel?.close(), { signal });
    addEventListener('pageshow', ({ persisted }) => persisted && sync.wake(), { signal });
  }

  /** Lets go of the other tabs. */
  dispose(): void {
    this.sync.dispose();
    this.#channel?.close();
  }
}
