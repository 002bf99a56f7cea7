/** A turn's events, one by one or several at a time, and how they become the body of a response. */
export interface AnswerStream<Events> {
  readonly events: AsyncGenerator<Events, void>;
  /** Events as text of the body; empty for one that the format does not have. */
  readonly encode: (events: Events) => string;
  /** Text without meaning in the format, sent while nothing else is. */
  readonly heartbeat: string;
  /** Milliseconds without anything else after which a heartbeat is sent. */
  readonly heartbeatMs: number;
  /** Called when the client has gone. */
  readonly onLeave: () => void;
}

/** Headers of a response with a stream. */
export const STREAM_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Type': 'text/event-stream; charset=utf-8',
  'X-Accel-Buffering': 'no',
};

/**
 * The body of an answer. Pulled, one enqueue per event: anything else costs several times the CPU, and a bare
 * passthrough never learns that the client has left. The heartbeat is part of that: the runtime notices a lost
 * connection only at the second write after it.
 */
export function streamAnswer<Events>(stream: AnswerStream<Events>): ReadableStream<Uint8Array> {
  const { events, encode, heartbeat, heartbeatMs, onLeave } = stream;
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
          beatAfter(isDue ? heartbeatMs : heartbeatMs - silence);
        };
        const beatAfter = (milliseconds: number): void => {
          const timer = setTimeout(beat, milliseconds);
          stopBeating = () => clearTimeout(timer);
        };
        beatAfter(heartbeatMs);
      },
      async pull(controller) {
        let text = '';
        isWaiting = true;
        while (text === '') {
          // oxlint-disable-next-line no-await-in-loop -- until an event has something to say in this format
          const { done, value } = await events.next();
          if (done) break;
          text = encode(value);
        }
        isWaiting = false;
        lastWrite = Date.now();
        if (text !== '') return controller.enqueue(encoder.encode(text));
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
