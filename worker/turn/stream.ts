import { ChatError } from '../../widget/protocol/chat-error.ts';
import type { ChatEvent } from '../../widget/protocol/chat-event.ts';

/** A turn's events, and how they become a stream. */
export interface AnswerStream {
  readonly events: AsyncGenerator<ChatEvent, void>;
  /** One event as the blocks of the format; empty for those that the format does not have. */
  readonly encode: (event: ChatEvent) => string;
  /** Milliseconds between two heartbeats while nothing else is sent. */
  readonly heartbeatMs: number;
  /** Called once when the client has gone. */
  readonly onLeave: () => void;
}

/**
 * The body of a streamed answer. Pulled, one enqueue per event: anything else costs several times the CPU, and a bare
 * passthrough never learns that the client has left. The heartbeat is part of that: the runtime notices a lost
 * connection only when it writes.
 */
export function streamAnswer({ events, encode, heartbeatMs, onLeave }: AnswerStream) {
  const encoder = new TextEncoder();
  let stopBeating: (() => void) | undefined;
  let isWaiting = false;
  let isSilent = false;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const timer = setInterval(() => {
          if (isWaiting && isSilent) controller.enqueue(encoder.encode(': beat\n\n'));
          isSilent = true;
        }, heartbeatMs);
        stopBeating = () => clearInterval(timer);
      },
      async pull(controller) {
        let block = '';
        isWaiting = true;
        while (block === '') {
          // oxlint-disable-next-line no-await-in-loop -- until an event has something to say in this format
          const { done, value } = await events.next();
          if (done) break;
          block = encode(value);
        }
        isWaiting = false;
        isSilent = false;
        if (block !== '') return controller.enqueue(encoder.encode(block));
        stopBeating?.();
        controller.close();
      },
      async cancel() {
        stopBeating?.();
        isWaiting = false;
        onLeave();
        await events.return();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Waits for the whole answer. Throws the error that the turn ended in. */
export async function collectAnswer(events: AsyncIterable<ChatEvent>) {
  let text = '';
  for await (const event of events) {
    if (event.type === 'token') text += event.token;
    if (event.type === 'done') return { text, done: event };
    if (event.type === 'error') throw new ChatError(event.code, event.message, event);
  }
  throw new ChatError('model-failed', 'the client left before the answer was complete');
}
