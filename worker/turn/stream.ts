import { startTimer } from '../timer.ts';

/** Pieces of the body of a response, and what is to be done while there are none. */
export interface Pieces {
  /** Resolves with the next piece, which is not empty; with undefined after the last. */
  readonly next: () => Promise<string | undefined>;
  /** Text without meaning in the format, sent while nothing else is. */
  readonly heartbeat: string;
  /** Milliseconds without anything else after which a heartbeat is sent. */
  readonly heartbeatMs: number;
  /** Called when the client has gone. */
  readonly onLeave: () => void;
}

/**
 * The body of an answer. Pulled, one enqueue per piece: anything else costs several times the CPU, and a bare
 * passthrough never learns that the client has left. The heartbeat is part of that: the runtime notices a lost
 * connection only at the second write after it.
 */
export function streamAnswer({ next, heartbeat, heartbeatMs, onLeave }: Pieces): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stopBeating: (() => void) | undefined;
  let isWaiting = false;
  let lastWrite = Date.now();
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const beat = (): void => {
          const silence = Date.now() - lastWrite;
          const isDue = silence >= heartbeatMs;
          if (isDue && isWaiting) controller.enqueue(encoder.encode(heartbeat));
          if (isDue) lastWrite = Date.now();
          stopBeating = startTimer(isDue ? heartbeatMs : heartbeatMs - silence, beat);
        };
        stopBeating = startTimer(heartbeatMs, beat);
      },
      async pull(controller) {
        isWaiting = true;
        const piece = await next();
        isWaiting = false;
        lastWrite = Date.now();
        if (piece !== undefined) return controller.enqueue(encoder.encode(piece));
        stopBeating?.();
        controller.close();
      },
      cancel() {
        stopBeating?.();
        isWaiting = false;
        onLeave();
      },
    },
    { highWaterMark: 0 },
  );
}
