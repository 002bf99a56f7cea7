import { ChatError } from '../protocol/chat-error.ts';

/** Whether nothing more is expected of a body, and a handler for its end after that. */
export interface RunOut {
  readonly isOver: () => boolean;
  readonly handleEnd: () => void;
}

/** The body of a response; in one piece where the page has replaced `fetch` by one that knows no streams. */
export function bodyOf(response: Response): ReadableStream<Uint8Array> {
  const readWhole = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    controller.enqueue(new TextEncoder().encode(await response.text()));
    controller.close();
  };
  return response.body ?? new ReadableStream({ start: readWhole });
}

/**
 * The chunks of a body. Throws the signal's reason as soon as it is aborted, also when the stream knows nothing of
 * the signal, and `truncated` when the connection breaks. Leaving the loop early cancels the body, or, when nothing
 * more is expected of it, lets it run out until the signal aborts.
 */
export async function* readBytes(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  runOut?: RunOut,
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
    if (runOut?.isOver() && !signal.aborted) void drain(reader).then(runOut.handleEnd, ignoreBrokenStream);
    else cancel();
  }
}

/** A body that is read to its end leaves the connection usable, and no cancelled request in the developer's tools. */
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
    // A cancelled reader ends like a finished one.
    signal.throwIfAborted();
    return value;
  } catch (cause) {
    signal.throwIfAborted();
    throw new ChatError('truncated', 'the connection broke before the end of the body', { cause });
  }
}

/** The failure was thrown when the stream was read, or came after everything that was needed. */
function ignoreBrokenStream(): void {
  return;
}
