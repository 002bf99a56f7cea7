import type { ConversationChange } from './state.ts';

export type ChangeListener = (change: ConversationChange) => void;

/** The subscribers of a conversation. */
export class ChangeListeners {
  readonly #listeners = new Set<ChangeListener>();

  /** Subscribes a listener; returns a function that ends the subscription. */
  add(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  clear(): void {
    this.#listeners.clear();
  }

  /** Calls every listener. An error in one is reported to the page, and must not end the visitor's turn. */
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
