import { type Clock, SYSTEM_CLOCK } from '../../transport/clock.ts';
import { type ConversationState, isAnswering } from '../../conversation/state.ts';
import { whenIdle } from '../base/when-idle.ts';
import type { Chat } from './chat.ts';
import type { FileImport } from './feature.ts';

/** After this time without a drawing the chat counts as idle. */
const REST_MS = 3_000;

/** The members of a chat that prefetching needs. */
interface PrefetchChat extends Pick<Chat, 'root' | 'signal'> {
  readonly state: Pick<ConversationState, 'status'>;
}

/**
 * Loads files that a visitor may need offline: one after the other, while the chat and the page are idle. Loads nothing before
 * the chat is used, during an answer, or where the visitor saves data.
 */
export class IdlePrefetch {
  readonly #chat: PrefetchChat;
  readonly #list: () => readonly FileImport[];
  readonly #clock: Pick<Clock, 'after'>;
  /** Files already requested. Emptied when the device comes back online, since requests without a network have failed. */
  #requested = new WeakSet<FileImport>();
  /** Whether the visitor has pressed something in the panel, or has had focus there. */
  #isUsed = false;
  #isFetching = false;
  #cancel: () => void = () => undefined;

  /** `list` returns the imports in order; for each file always the same function. */
  constructor(
    chat: PrefetchChat,
    list: () => readonly FileImport[],
    clock: Pick<Clock, 'after'> = SYSTEM_CLOCK,
  ) {
    const { root, signal } = chat;
    this.#chat = chat;
    this.#list = list;
    this.#clock = clock;
    signal.addEventListener('abort', () => this.#cancel());
    for (const type of ['focusin', 'pointerdown'])
      root.addEventListener(type, () => this.#handleUse(), { once: true, signal });
    addEventListener('online', () => this.#beginAnew(), { signal });
  }

  /** Call after drawing: begins or continues to load, once nothing has been drawn for 3 seconds. */
  follow(): void {
    this.#cancel();
    this.#cancel = this.#clock.after(REST_MS, () => this.#fetchNext());
  }

  #handleUse(): void {
    this.#isUsed = true;
    this.follow();
  }

  /** Requests every file again. Those that have loaded come from the browser's memory. */
  #beginAnew(): void {
    this.#requested = new WeakSet();
    this.follow();
  }

  #fetchNext(): void {
    const next = this.#list().find((file) => !this.#requested.has(file));
    if (!next || this.#isFetching || !this.#mayFetch) return;
    this.#isFetching = true;
    whenIdle(() => void this.#fetch(next));
  }

  async #fetch(file: FileImport): Promise<void> {
    // Checked again, because an answer may have begun meanwhile.
    if (this.#mayFetch) {
      this.#requested.add(file);
      // Silent: the code that needs the file imports it again and reports a failure.
      await file().catch(() => undefined);
    }
    this.#isFetching = false;
    this.#fetchNext();
  }

  get #mayFetch(): boolean {
    const { state, signal } = this.#chat;
    const isFree = !isAnswering(state) && !signal.aborted;
    return this.#isUsed && isFree && navigator.onLine && navigator.connection?.saveData !== true;
  }
}
