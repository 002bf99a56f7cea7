import { hasRefusal } from '../chat/failure-line.ts';
import type { Chat } from '../feature/chat.ts';

/**
 * Counts the changes on which the drawing of every message depends besides the message itself: of a setting, of the words, of
 * a feature's state, of the conversation's status. With the same number only messages that have changed are drawn: for a chunk
 * of an answer, the one that grows.
 */
export class Epoch {
  #number = 0;
  #facts: readonly unknown[] = [];

  /** A setting, or the state of a feature, has changed. */
  advance(): void {
    this.#number += 1;
  }

  /** The number at this drawing. */
  read({ state, strings }: Pick<Chat, 'state' | 'strings'>): number {
    const { status, error, versions, links, messages } = state;
    const facts = [
      strings.current,
      strings.language,
      status,
      error,
      versions,
      links,
      messages.length,
      hasRefusal(state),
    ];
    if (facts.some((fact, index) => fact !== this.#facts[index])) this.advance();
    this.#facts = facts;
    return this.#number;
  }
}
