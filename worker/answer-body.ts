import { ChatError } from '../widget/protocol/chat-error.ts';
import type { ChatEvent, DoneEvent } from '../widget/protocol/chat-event.ts';

/** How a turn's events become a stream. */
export interface StreamOptions {
  readonly queryId: string;
  /** One event as the blocks of the format; empty for those that the format does not have. */
  readonly encode: (event: ChatEvent) => string;
  /** Milliseconds between two heartbeats while nothing else is sent. */
  readonly heartbeatMs: number;
  /** Called once when the client has gone. */
  readonly onLeave: () => void;
}

const BEAT = ': beat\n\n';

/**
 * The body of a streamed answer. Pulled, one enqueue per block: anything else costs several times the CPU, and
 * a bare passthrough never learns that the client has left. The heartbeat is part of that: the runtime notices
 * a lost connection only when it writes.
 */
export function streamAnswer(
  events: AsyncIterable<ChatEvent>,
  options: StreamOptions,
): ReadableStream<Uint8Array> {
  const blocks = toBlocks(events, options);
  const encoder = new TextEncoder();
  let stopBeating: (() => void) | undefined;
  let isPulling = false;
  let hasSent = false;
  const beat = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    if (isPulling && !hasSent) controller.enqueue(encoder.encode(BEAT));
    hasSent = false;
  };
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const timer = setInterval(() => beat(controller), options.heartbeatMs);
        stopBeating = () => clearInterval(timer);
      },
      pull: async (controller) => {
        isPulling = true;
        const { done, value } = await blocks.next();
        isPulling = false;
        hasSent = true;
        if (!done) return controller.enqueue(encoder.encode(value));
        stopBeating?.();
        controller.close();
      },
      cancel: async () => {
        stopBeating?.();
        isPulling = false;
        options.onLeave();
        await blocks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

async function* toBlocks(events: AsyncIterable<ChatEvent>, { queryId, encode }: StreamOptions) {
  // First of all, so that an EventSource that reconnects tells that it had an answer already.
  yield `id: ${queryId}\n\n`;
  for await (const event of events) {
    const block = encode(event);
    if (block !== '') yield block;
  }
}

/** Waits for the whole answer. Throws the error that the turn ended in. */
export async function collectAnswer(
  events: AsyncIterable<ChatEvent>,
): Promise<{ text: string; done: DoneEvent }> {
  let text = '';
  for await (const event of events) {
    if (event.type === 'token') text += event.token;
    if (event.type === 'done') return { text, done: event };
    if (event.type === 'error')
      throw new ChatError(event.code, event.message, { retryAfter: event.retryAfter });
  }
  throw new ChatError('model-failed', 'the client left before the answer was complete');
}
