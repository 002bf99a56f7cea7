import { hasRefusal } from '../chat/failure-line.ts';
import type { Chat } from '../feature/chat.ts';

/**
 * Counts changes that affect the drawing of every message: of a setting, of the strings, of a feature's state, of the
 * conversation's status. While the number stays the same, only changed messages are drawn: for a chunk of an answer, the
 * message that grows.
 */
export class Epoch {
  #number = 0;
  #facts: readonly unknown[] = [];

  /** Call after a change of a setting or of a feature's state. */
  advance(): void {
    this.#number += 1;
  }

  /** The number for this drawing. */
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
