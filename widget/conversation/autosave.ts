import type { ConversationStores } from './conversation-options.ts';
import type { Drafts } from './drafts.ts';
import type { TranscriptStore } from './persistence.ts';
import type { ConversationState } from './state.ts';

/** Time between two writes while words arrive or are typed. */
const SAVE_INTERVAL_MS = 1_000;

/**
 * Decides when the conversation is written: never before the visitor has acted, at most once a second
 * while text arrives or is typed, and at once when asked to. Without timers: a change that comes too early for a write is
 * written with a later change, or by `save` when the page is left.
 */
export class Autosave {
  readonly #store: TranscriptStore | undefined;
  readonly #drafts: Drafts | undefined;
  readonly #now: () => number;
  #hasVisitorActed = false;
  #isStale = false;
  #savedAt = -Infinity;

  constructor({ store, drafts }: ConversationStores, now: () => number) {
    this.#store = store;
    this.#drafts = drafts;
    this.#now = now;
  }

  /** Whether the conversation is stored: not before the visitor has acted. */
  get isStored(): boolean {
    return this.#hasVisitorActed && this.#store !== undefined;
  }

  /** Call after a change that the visitor made or asked for: it is stored by the next `save`. */
  markChangedByVisitor(): void {
    this.#hasVisitorActed = true;
    this.#isStale = true;
  }

  /** Call after a change that the page made: stored only once the visitor has acted. */
  markChangedByPage(): void {
    this.#isStale = true;
  }

  /** Writes all changes since the last write. */
  save({ messages, hidden, draft, links, resumePoint, asked }: ConversationState): void {
    if (!this.#hasVisitorActed || !this.#isStale) return;
    this.#isStale = false;
    this.#savedAt = this.#now();
    this.#drafts?.save(draft, this.#savedAt);
    this.#store?.save({ messages, hidden }, { feedback: links?.feedback, resumePoint, asked });
  }

  /** Writes all changes since the last write, if that is a second ago. */
  saveIfDue(state: ConversationState): void {
    if (this.#now() - this.#savedAt >= SAVE_INTERVAL_MS) this.save(state);
  }
}
