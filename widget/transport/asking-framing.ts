import { readFrame, type FrameEvent } from '../protocol/dialects/index.ts';
import type { Framing } from './framing.ts';
import { InterruptReader } from './interrupt-reader.ts';
import { SseFraming } from './sse-framing.ts';

/** Server-sent events of a backend that may ask for something: what it asks is told at the end of its answer. */
export class AskingFraming implements Framing {
  readonly #interrupts = new InterruptReader();
  readonly #frames = new SseFraming((frame) => this.#interrupts.read(frame, readFrame(frame)));

  push(text: string): readonly FrameEvent[] {
    return this.#frames.push(text);
  }

  end(): readonly FrameEvent[] {
    return [...this.#frames.end(), ...this.#interrupts.end()];
  }
}
