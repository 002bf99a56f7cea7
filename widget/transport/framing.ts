import type { FrameEvent } from '../protocol/dialects/index.ts';

/** Waits for code that has to come; rejects where it does not. */
export type WaitForCode = <T extends object>(load: () => Promise<T>) => Promise<T>;

/** A {@link Framing} that may have to wait for code. */
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
  /** Call before `push` with its text, and with the end of the text before it: code that few bodies need is loaded for them. */
  prepare?(text: string, waitFor: WaitForCode): Promise<void>;
  /** Takes the next piece; returns the events of the frames that it completes. */
  push(text: string): readonly FrameEvent[];
  /** Returns the events of a last frame that has no end of its own. */
  end(): readonly FrameEvent[];
}
