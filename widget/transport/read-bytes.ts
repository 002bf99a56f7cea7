import { ChatError } from '../protocol/chat-error.ts';

/**
 * The chunks of a body. Throws the signal's reason as soon as it is aborted, also when the stream knows nothing of
 * the signal, and `truncated` when the connection breaks. Leaving the loop early cancels the body.
 */
export async function* readBytes(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel(signal.reason).then(undefined, ignoreBrokenStream);
  signal.addEventListener('abort', cancel);
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- a stream is read one chunk after the other
      const chunk = await readNext(reader, signal);
      if (!chunk) return;
      yield chunk;
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
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

/** Cancelling a stream that has already failed rejects with the failure that was reported when reading. */
function ignoreBrokenStream(): void {
  return;
}
