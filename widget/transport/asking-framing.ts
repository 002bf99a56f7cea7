import { readFrame, type FrameEvent } from '../protocol/dialects/index.ts';
import type { Framing, WaitForCode } from './framing.ts';
import type { InterruptReader } from './interrupt-reader.ts';
import { SseFraming } from './sse-framing.ts';

/**
 * A body that asks for a tool or an approval contains this first. A match in any other body only loads a chunk that
 * is not used.
 */
const MARK = /"(?:tool-(?:call|input)|toolCallId"|interrupts"|tool_calls"\s*:\s*\[\s*\{)/;

/**
 * Server-sent events of a backend that may ask for tools or approvals. Those requests are reported at the end of the
 * answer.
 */
export class AskingFraming implements Framing {
  #interrupts: InterruptReader | undefined;
  readonly #frames = new SseFraming((frame) => {
    const events = readFrame(frame);
    return this.#interrupts?.read(frame, events) ?? events;
  });

  /** Loads the reader of such requests at the first text that may contain one: most answers have none. */
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
