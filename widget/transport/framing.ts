import type { FrameEvent } from '../protocol/dialects/index.ts';

/** Cuts a body's text, which arrives in pieces of any size, into frames and reads them. */
export interface Framing {
  /** Takes the next piece; returns what the frames completed by it say. */
  push(text: string): readonly FrameEvent[];
  /** Returns what was still held back at the end of the body. */
  end(): readonly FrameEvent[];
}
