import { readFrame, type FrameEvent } from '../protocol/dialects/index.ts';
import type { Framing, WaitForCode } from './framing.ts';
import type { InterruptReader } from './interrupt-reader.ts';
import { SseFraming } from './sse-framing.ts';

/** What stands in a body before it asks for something. In another body it loads a file for nothing. */
const MARK = /"(?:tool-(?:call|input)|toolCallId"|interrupts"|tool_calls"\s*:\s*\[\s*\{)/;

/** Server-sent events of a backend that may ask for something: what it asks is told at the end of its answer. */
export class AskingFraming implements Framing {
  #interrupts: InterruptReader | undefined;
  readonly #frames = new SseFraming((frame) => {
    const events = readFrame(frame);
    return this.#interrupts?.read(frame, events) ?? events;
  });

  /** Most answers ask nothing, so that the code which reads what is asked comes with the first one that may. */
  async prepare(text: string, waitFor: WaitForCode): Promise<void> {
    if (this.#interrupts || !MARK.test(text)) return;
    const { InterruptReader } = await waitFor(() => import('./interrupt-reader.ts'));
    this.#interrupts = new InterruptReader();
  }

  push(text: string): readonly FrameEvent[] {
    return this.#frames.push(text);
  }

  end(): readonly FrameEvent[] {
    return [...this.#frames.end(), ...(this.#interrupts?.end() ?? [])];
  }
}
