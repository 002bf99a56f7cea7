import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startPageServer } from './page-server.ts';

/** One question to a model server. */
export interface ModelCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model?: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly [key: string]: unknown;
  };
}

/** One request to a {@link FakeModelServer}, answered by the test. */
export class ModelTurn {
  readonly call: ModelCall;
  /** Resolves when the client has left or the answer is complete; true if the client left before. */
  readonly closed: Promise<boolean>;
  readonly #response: ServerResponse;

  constructor(call: ModelCall, response: ServerResponse) {
    this.call = call;
    this.#response = response;
    this.closed = new Promise((resolve) => {
      response.once('close', () => resolve(!response.writableFinished));
    });
  }

  /** Sends the headers of a stream without text. */
  open(): void {
    this.#response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  }

  /** Sends bytes as one piece. Resolves when they are handed to the network. */
  write(bytes: string | Uint8Array): Promise<void> {
    if (!this.#response.headersSent) this.open();
    return new Promise((resolve, reject) => {
      this.#response.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Sends each text as a chunk of its own. */
  async say(...tokens: readonly string[]): Promise<void> {
    for (const content of tokens) await this.write(frame({ choices: [{ index: 0, delta: { content } }] }));
  }

  /** Ends the answer as OpenAI does: finish reason, usage, `[DONE]`. */
  async finish(finish_reason = 'stop'): Promise<void> {
    await this.write(frame({ choices: [{ index: 0, delta: {}, finish_reason }] }));
    await this.write(
      frame({ choices: [], usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 } }),
    );
    await this.write('data: [DONE]\n\n');
    this.#response.end();
  }

  /** Ends the body without finish reason, usage and `[DONE]`. */
  end(): void {
    this.#response.end();
  }

  /** Answers with a web page. */
  page(html: string): void {
    this.#response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  }

  /** Whether the connection is closed, or the answer complete. */
  get isClosed(): boolean {
    return this.#response.closed || this.#response.destroyed;
  }

  /** Breaks the connection. */
  cut(): void {
    this.#response.destroy();
  }

  /** Answers with one JSON. */
  json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): void {
    this.#response.writeHead(status, { 'content-type': 'application/json', ...headers });
    this.#response.end(JSON.stringify(body));
  }
}

/** Answers one request. */
export type Script = (turn: ModelTurn) => void | Promise<void>;

/** A server with the OpenAI API on a port of its own. Every request is answered by the current script. */
export interface FakeModelServer {
  /** What `MODEL_BASE_URL` is set to. */
  readonly baseUrl: string;
  /** All requests so far. */
  readonly turns: readonly ModelTurn[];
  /** Answers the following requests with this script; before the first one, with "Hello there". */
  reply(script: Script): void;
  /** Resolves with the next request since the script was set that no earlier call has returned. */
  asked(): Promise<ModelTurn>;
  close(): Promise<void>;
}

/** Sends "Hello there" in one piece, and ends the answer. */
export const SAY_HELLO: Script = async (turn) => {
  await turn.say('Hello there');
  await turn.finish();
};

/** Starts a model server on the loopback interface. */
export async function startFakeModelServer(): Promise<FakeModelServer> {
  const turns: ModelTurn[] = [];
  const waiting: ((turn: ModelTurn) => void)[] = [];
  let claimed = 0;
  let script = SAY_HELLO;
  const hand = (): void => {
    for (let next = turns[claimed]; next && waiting.length > 0; next = turns[claimed]) {
      claimed += 1;
      waiting.shift()?.(next);
    }
  };
  const server = await startPageServer((request, response) => {
    void text(request).then((body) => {
      const { url: path = '', headers } = request;
      const turn = new ModelTurn({ path, headers, body: JSON.parse(body) as ModelCall['body'] }, response);
      turns.push(turn);
      hand();
      return script(turn);
    });
  });
  return {
    baseUrl: new URL('/v1', server.url).href,
    turns,
    reply(next) {
      script = next;
      claimed = turns.length;
    },
    asked() {
      const turn = new Promise<ModelTurn>((resolve) => waiting.push(resolve));
      hand();
      return turn;
    },
    close: () => server.close(),
  };
}

/** One block of an event stream. */
export function frame(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
