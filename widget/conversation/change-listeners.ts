import type { ConversationChange } from './state.ts';

export type ChangeListener = (change: ConversationChange) => void;

/** Who wants to hear of changes. */
export class ChangeListeners {
  readonly #listeners = new Set<ChangeListener>();

  /** Returns what ends the subscription. */
  add(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  clear(): void {
    this.#listeners.clear();
  }

  /** Tells everyone. A broken listener is the page's to hear of, and must not end the visitor's turn. */
  emit(change: ConversationChange): void {
    for (const listener of this.#listeners) {
      try {
        listener(change);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
