/** How a turn's blocks become a body. */
export interface AnswerStreamOptions {
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
export function answerStream(
  blocks: AsyncGenerator<string>,
  options: AnswerStreamOptions,
): ReadableStream<Uint8Array> {
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
