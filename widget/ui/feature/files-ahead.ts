import { isAnswering } from '../../conversation/state.ts';
import { whenIdle } from '../base/when-idle.ts';
import type { Chat } from './chat.ts';
import type { FileImport } from './feature.ts';

/** Time without a drawing after which the visitor reads. */
const REST_MS = 3_000;

/** What the files need of a chat. */
type Needs = Pick<Chat, 'host' | 'state' | 'signal'>;

/**
 * Fetches the files that a visitor may want without a network: one after the other, while the chat rests and the page is idle.
 * Nothing is fetched before the chat is used, while an answer is on its way, or where the visitor saves data.
 */
export class FilesAhead {
  readonly #chat: Needs;
  readonly #list: () => readonly FileImport[];
  /** Files that were asked for since the device was last online. */
  #asked = new WeakSet<FileImport>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `list` returns the imports in their order, each the same function at every call. */
  constructor(chat: Needs, list: () => readonly FileImport[]) {
    const { signal } = chat;
    this.#chat = chat;
    this.#list = list;
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
    addEventListener('online', () => this.#begin(), { signal });
  }

  /** Call after drawing: begins, or goes on, once nothing has been drawn for a while. */
  follow(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fetchWhenIdle(), REST_MS);
  }

  /** Files that are here come out of the browser's memory. */
  #begin(): void {
    this.#asked = new WeakSet();
    this.follow();
  }

  #fetchWhenIdle(): void {
    const next = this.#list().find((file) => !this.#asked.has(file));
    if (next && this.#mayFetch) whenIdle(() => void this.#fetch(next));
  }

  async #fetch(file: FileImport): Promise<void> {
    // An answer may have begun since.
    if (!this.#mayFetch) return;
    this.#asked.add(file);
    // Whoever wants it asks again, and says so if it does not come.
    await file().catch(() => undefined);
    this.#fetchWhenIdle();
  }

  get #mayFetch(): boolean {
    const { host, state, signal } = this.#chat;
    const isUsed = state.messages.length > 0 || state.draft !== '' || (host.mode === 'floating' && host.open);
    const isFree = !isAnswering(state) && !signal.aborted;
    return isUsed && isFree && navigator.onLine && navigator.connection?.saveData !== true;
  }
}
