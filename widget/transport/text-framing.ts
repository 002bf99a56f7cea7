import type { FrameEvent } from '../protocol/dialects/index.ts';
import type { Framing } from './framing.ts';

/** The body is the answer. */
export class TextFraming implements Framing {
  push(text: string): readonly FrameEvent[] {
    return [{ type: 'text', text }, { type: 'open-ended' }];
  }

  end(): readonly FrameEvent[] {
    return [];
  }
}
