/** Where the pieces of a response body come from, and what is sent while none comes. */
export interface Pieces {
  /** Resolves with the next piece, which is not empty; with undefined after the last. */
  readonly next: () => Promise<string | undefined>;
  /** A text that readers of the format ignore, sent while there is no piece. */
  readonly heartbeat: string;
  /** After so many milliseconds without a piece a heartbeat is sent. */
  readonly heartbeatMs: number;
  /** Called when the client has disconnected. */
  readonly onLeave: () => void;
}

/**
 * The body of an answer. It is pulled, and each pull enqueues one piece: other ways cost several times the CPU. A stream that is
 * only handed through never learns that the client has disconnected, and workerd notices it only at the second write after it. So
 * heartbeats are written, too.
 */
export function streamAnswer({ next, heartbeat, heartbeatMs, onLeave }: Pieces): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stopBeating: (() => void) | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const beats = setInterval(() => controller.enqueue(encoder.encode(heartbeat)), heartbeatMs);
        stopBeating = () => clearInterval(beats);
        const piece = await next().finally(stopBeating);
        if (piece === undefined) controller.close();
        else controller.enqueue(encoder.encode(piece));
      },
      cancel() {
        stopBeating?.();
        onLeave();
      },
    },
    { highWaterMark: 0 },
  );
}
