import type { FrameEvent } from '../protocol/dialects/index.ts';

/** Loads code that an answer needs, trying several times; rejects where it does not load. */
export type WaitForCode = <T extends object>(load: () => Promise<T>) => Promise<T>;

/** A {@link Framing} whose `push` may load code first. */
export interface AsyncFraming {
  push(text: string): Promise<readonly FrameEvent[]>;
  end(): readonly FrameEvent[];
}

/**
 * Cuts a body's text, which arrives in pieces of any size, into frames and reads them.
 *
 * @example
 * const framing: Framing = new LineFraming();
 * framing.push('{"token":"Hel"}\n{"tok'); // [{ type: 'token', token: 'Hel' }]
 * framing.push('en":"lo"}'); // []
 * framing.end(); // [{ type: 'token', token: 'lo' }]
 */
export interface Framing {
  /** Call before `push`, with the same text and the last characters before it: loads code that only few bodies need. */
  prepare?(text: string, waitFor: WaitForCode): Promise<void>;
  /** Takes the next piece of text; returns the events of the frames that it completes. */
  push(text: string): readonly FrameEvent[];
  /** Returns the events of a last frame that the body did not close. */
  end(): readonly FrameEvent[];
}
