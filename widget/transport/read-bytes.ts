import { ChatError } from '../protocol/chat-error.ts';

/**
 * Lets a body end by itself once its answer is complete. `isOver`: whether the answer is; `handleEnd`: called at the
 * body's end.
 */
export interface DrainOptions {
  readonly isOver: () => boolean;
  readonly handleEnd: () => void;
}

/** The body of a response. Some pages replace `fetch` by one without streams: then the body comes in one piece. */
export function bodyOf(response: Response): ReadableStream<Uint8Array> {
  const readWhole = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    controller.enqueue(new TextEncoder().encode(await response.text()));
    controller.close();
  };
  return response.body ?? new ReadableStream({ start: readWhole });
}

/**
 * The chunks of a body. Throws the signal's reason as soon as the signal is aborted, even when the stream ignores it,
 * and `truncated` when the connection breaks. Leaving the loop early cancels the body. But once `drainOptions` says that
 * the answer is over, the body may run to its end until the signal aborts.
 */
export async function* readBytes(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  drainOptions?: DrainOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel(signal.reason).then(undefined, ignoreBrokenStream);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- a stream is read one chunk after the other
      const chunk = await readNext(reader, signal);
      if (!chunk) return;
      yield chunk;
    }
  } finally {
    if (drainOptions?.isOver() && !signal.aborted)
      void drain(reader).then(drainOptions.handleEnd, ignoreBrokenStream);
    else cancel();
  }
}

/**
 * Reads to the end of the body: the connection can then be used again, and the network panel shows no cancelled
 * request.
 */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let isDone = false;
  // oxlint-disable-next-line no-await-in-loop -- a stream is read one chunk after the other
  while (!isDone) ({ done: isDone } = await reader.read());
}

async function readNext(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  signal.throwIfAborted();
  try {
    const { value } = await reader.read();
    // `read` of a cancelled reader resolves as at a normal end.
    signal.throwIfAborted();
    return value;
  } catch (cause) {
    signal.throwIfAborted();
    throw new ChatError('truncated', 'the connection broke before the end of the body', { cause });
  }
}

/** Ignored: the same failure was thrown while reading, or it came after everything that was needed. */
function ignoreBrokenStream(): void {
  return;
}
