import { ChatError } from '../protocol/chat-error.ts';
import { parseJson, readObject, type JsonObject } from '../protocol/json.ts';
import { toConnectionError } from './connection-error.ts';

/**
 * A WebSocket whose messages are JSON objects. It connects at once; messages sent before it is open are queued.
 *
 * @example
 * const socket = new JsonSocket('wss://agent.example/agents/chat/1', signal);
 * socket.send({ type: 'hello' });
 * for await (const message of socket.read()) console.log(message['type']);
 * socket.close();
 */
export class JsonSocket {
  readonly #socket: WebSocket;
  readonly #messages: ReadableStream<JsonObject>;

  /**
   * Aborting `signal` ends the reading with the signal's reason. Throws `blocked` where the page may not open the
   * address.
   */
  constructor(url: string, signal: AbortSignal) {
    this.#socket = open(url);
    this.#messages = new ReadableStream({ start: (controller) => this.#listen(controller, signal) });
  }

  send(message: JsonObject): void {
    const socket = this.#socket;
    const text = JSON.stringify(message);
    if (socket.readyState === WebSocket.OPEN) socket.send(text);
    else if (socket.readyState === WebSocket.CONNECTING)
      socket.addEventListener('open', () => socket.send(text), { once: true });
  }

  /**
   * The messages, until the other side closes. Throws the signal's reason, and `offline` or `blocked` when the socket
   * never opened.
   */
  async *read(): AsyncGenerator<JsonObject, void, undefined> {
    const reader = this.#messages.getReader();
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- a stream is read one message after the other
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  }

  /** Closes the socket after the messages that were sent before. */
  close(): void {
    this.#socket.close();
  }

  #listen(controller: ReadableStreamDefaultController<JsonObject>, signal: AbortSignal): void {
    const socket = this.#socket;
    let wasOpen = false;
    let isOver = false;
    const end = (act: () => void): void => {
      if (isOver) return;
      isOver = true;
      signal.removeEventListener('abort', handleAbort);
      act();
    };
    const handleAbort = (): void => end(() => controller.error(signal.reason));
    const handleClose = (): void =>
      end(() =>
        wasOpen ? controller.close() : controller.error(toConnectionError('the socket did not open')),
      );
    socket.addEventListener('open', () => (wasOpen = true));
    socket.addEventListener('message', ({ data }) => {
      if (!isOver && typeof data === 'string') controller.enqueue(readObject(parseJson(data)));
    });
    socket.addEventListener('error', handleClose);
    socket.addEventListener('close', handleClose);
    signal.addEventListener('abort', handleAbort);
    if (signal.aborted) handleAbort();
  }
}

function open(url: string): WebSocket {
  try {
    return new WebSocket(url);
  } catch (cause) {
    // On an `https:` page the constructor throws for `ws:`.
    throw new ChatError('blocked', `the page may not open ${new URL(url).origin}`, { cause });
  }
}
