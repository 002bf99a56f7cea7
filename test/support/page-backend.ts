/** One request of a page to a {@link PageBackend}. */
export interface BackendCall {
  readonly method: string;
  readonly url: URL;
  readonly signal: AbortSignal;
}

/** Answers one call with a response, or rejects as without a network. */
export type Answering = (call: BackendCall) => Response | Promise<Response>;

/** A backend within the page, in place of `fetch`: networks and servers that fail in every way, without waiting. */
export class PageBackend {
  readonly url = new URL('https://backend.example/api/chat');
  /** All calls so far. */
  readonly calls: BackendCall[] = [];
  readonly #original = globalThis.fetch;

  constructor(answering: Answering) {
    globalThis.fetch = async (input, init) => {
      const { url: address, method, signal } = new Request(input, init);
      const url = new URL(address);
      if (url.origin !== this.url.origin) return this.#original(input, init);
      const call = { url, method, signal: init?.signal ?? signal };
      this.calls.push(call);
      return answering(call);
    };
  }

  restore(): void {
    globalThis.fetch = this.#original;
  }
}

/** The next piece of a body: text, bytes, or a promise to wait for. */
export type Piece = string | Uint8Array | Promise<unknown>;

/**
 * A body with these pieces that then ends or breaks. Like a body of `fetch` it also breaks when its call is
 * aborted.
 */
export function bodyOf(pieces: Iterable<Piece>, { signal }: BackendCall, end: 'end' | 'break' = 'end') {
  const encoder = new TextEncoder();
  const rest = pieces[Symbol.iterator]();
  return new ReadableStream<Uint8Array>({
    start(controller) {
      signal.addEventListener('abort', () => controller.error(signal.reason));
    },
    async pull(controller) {
      for (let { done, value } = rest.next(); !signal.aborted; { done, value } = rest.next()) {
        if (done)
          return end === 'end' ? controller.close() : controller.error(new TypeError('network error'));
        // oxlint-disable-next-line no-await-in-loop -- one piece after the other
        if (value instanceof Promise) await value;
        else return controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
      }
    },
  });
}
