import { hasRefusal } from '../chat/failure-line.ts';
import type { Chat } from '../feature/chat.ts';

/**
 * Counts the changes of what every message is drawn from besides itself. A message is drawn when it has changed, or with
 * another number: of a chunk of an answer only the message that grows.
 */
export class Epoch {
  #number = 0;
  #facts: readonly unknown[] = [];

  /** A setting, or the state of a feature, has changed. */
  advance(): void {
    this.#number += 1;
  }

  /** The number at this drawing. */
  read({ state, words }: Pick<Chat, 'state' | 'words'>): number {
    const { status, error, hidden, links, messages } = state;
    const facts = [
      words.current,
      words.language,
      status,
      error,
      hidden,
      links,
      messages.length,
      hasRefusal(state),
    ];
    if (facts.some((fact, index) => fact !== this.#facts[index])) this.advance();
    this.#facts = facts;
    return this.#number;
  }
}
