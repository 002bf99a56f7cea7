import type { FrameEvent } from '../protocol/dialects/index.ts';

/** Cuts a body's text, which arrives in pieces of any size, into frames and reads them. */
export interface Framing {
  /** Takes the next piece; returns the events of the frames that it completes. */
  push(text: string): readonly FrameEvent[];
  /** Returns the events of a last frame that has no end of its own. */
  end(): readonly FrameEvent[];
}
