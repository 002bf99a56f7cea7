import { request as open, type ClientRequest, type IncomingMessage } from 'node:http';

/** Options of a visitor's request. */
export interface Question {
  /** Path and query, such as `/api/chat?stream=false`. */
  readonly path: string;
  /** Asks by GET, as an `EventSource` does. */
  readonly isGet?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** One question of one visitor, who may leave at any time. */
export class Visit {
  /** The text that has arrived so far. */
  text = '';
  /** Undefined until the headers of the response have arrived. */
  status: number | undefined;
  readonly #leave = new AbortController();
  readonly #answer: Promise<Response | IncomingMessage>;
  #call: ClientRequest | undefined;

  /** With `isRaw` the request has a separate socket, for {@link destroy}. */
  constructor(url: URL, { path, isGet = false, headers = {}, body = {} }: Question, isRaw: boolean) {
    const init = isGet
      ? { method: 'GET', headers: { Accept: 'text/event-stream', ...headers } }
      : { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers } };
    const content = isGet ? '' : JSON.stringify(body);
    const target = new URL(path, url);
    if (!isRaw) {
      this.#answer = fetch(target, {
        ...init,
        ...(isGet ? {} : { body: content }),
        signal: this.#leave.signal,
      });
    } else {
      const call = open(target, { ...init, agent: false });
      this.#call = call;
      this.#answer = new Promise<IncomingMessage>((resolve, reject) => {
        // A broken connection may report more than one error.
        call.once('response', resolve).on('error', reject).end(content);
      });
    }
    // Leaving before the headers of the response is no error.
    this.#answer.catch(() => undefined);
  }

  /** Resolves when the headers of the response have arrived. */
  async head(): Promise<void> {
    const answer = await this.#answer;
    this.status = answer instanceof Response ? answer.status : answer.statusCode;
  }

  /** Reads until the text matches. Throws when the answer ends before. */
  async until(pattern: RegExp): Promise<void> {
    await this.#read((text) => pattern.test(text));
    if (!pattern.test(this.text)) throw new Error(`the answer ended without ${pattern}: ${this.text}`);
  }

  /** Reads to the end. */
  async end(): Promise<void> {
    await this.#read(() => false);
  }

  /** Leaves by aborting the request. */
  abort(): void {
    this.#leave.abort();
  }

  /** Leaves by cancelling the body of the answer. */
  async cancel(): Promise<void> {
    const answer = await this.#answer;
    if (answer instanceof Response) await answer.body?.cancel();
  }

  /** Leaves by breaking the connection. */
  destroy(): void {
    this.#call?.destroy();
  }

  async #read(isEnough: (text: string) => boolean): Promise<void> {
    await this.head();
    const answer = await this.#answer;
    const decoder = new TextDecoder();
    if (answer instanceof Response) {
      const reader = answer.body!.getReader();
      while (!isEnough(this.text)) {
        const { done, value } = await reader.read();
        if (done) break;
        this.text += decoder.decode(value, { stream: true });
      }
      return reader.releaseLock();
    }
    if (isEnough(this.text)) return;
    for await (const bytes of answer.iterator({ destroyOnReturn: false })) {
      this.text += decoder.decode(bytes as Uint8Array, { stream: true });
      if (isEnough(this.text)) return;
    }
  }
}
