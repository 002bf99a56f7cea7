import type { FrameEvent } from '../protocol/dialects/index.ts';

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
  /** Takes the next piece; returns the events of the frames that it completes. */
  push(text: string): readonly FrameEvent[];
  /** Returns the events of a last frame that has no end of its own. */
  end(): readonly FrameEvent[];
}
