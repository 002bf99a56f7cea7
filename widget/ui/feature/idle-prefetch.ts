import { type Clock, SYSTEM_CLOCK } from '../../transport/clock.ts';
import { type ConversationState, isAnswering } from '../../conversation/state.ts';
import { whenIdle } from '../base/when-idle.ts';
import type { Chat } from './chat.ts';
import type { FileImport } from './feature.ts';

/** Time without a drawing after which the visitor reads. */
const REST_MS = 3_000;

/** What the files need of a chat. */
interface Needs extends Pick<Chat, 'root' | 'signal'> {
  readonly state: Pick<ConversationState, 'status'>;
}

/**
 * Fetches the files that a visitor may want without a network: one after the other, while the chat rests and the page is idle.
 * Nothing is fetched before the chat is used, while an answer is on its way, or where the visitor saves data.
 */
export class IdlePrefetch {
  readonly #chat: Needs;
  readonly #list: () => readonly FileImport[];
  readonly #clock: Pick<Clock, 'after'>;
  /** Files that were asked for since the device was last online. */
  #asked = new WeakSet<FileImport>();
  /** The visitor has pressed something in the panel, or has had focus there, as after it was opened. */
  #isUsed = false;
  #isFetching = false;
  #cancel: () => void = () => undefined;

  /** `list` returns the imports in their order, each the same function at every call. */
  constructor(chat: Needs, list: () => readonly FileImport[], clock: Pick<Clock, 'after'> = SYSTEM_CLOCK) {
    const { root, signal } = chat;
    this.#chat = chat;
    this.#list = list;
    this.#clock = clock;
    signal.addEventListener('abort', () => this.#cancel());
    for (const type of ['focusin', 'pointerdown'])
      root.addEventListener(type, () => this.#handleUse(), { once: true, signal });
    addEventListener('online', () => this.#beginAnew(), { signal });
  }

  /** Call after drawing: begins, or goes on, once nothing has been drawn for a while. */
  follow(): void {
    this.#cancel();
    this.#cancel = this.#clock.after(REST_MS, () => this.#fetchNext());
  }

  #handleUse(): void {
    this.#isUsed = true;
    this.follow();
  }

  /** Files that are here come out of the browser's memory. */
  #beginAnew(): void {
    this.#asked = new WeakSet();
    this.follow();
  }

  #fetchNext(): void {
    const next = this.#list().find((file) => !this.#asked.has(file));
    if (!next || this.#isFetching || !this.#mayFetch) return;
    this.#isFetching = true;
    whenIdle(() => void this.#fetch(next));
  }

  async #fetch(file: FileImport): Promise<void> {
    // An answer may have begun since.
    if (this.#mayFetch) {
      this.#asked.add(file);
      // Whoever wants it asks again, and says so if it does not come.
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
