import { framesOf } from './frames.ts';

/** An event of a stream. */
export type Frame = Readonly<Record<string, unknown>>;

/** The addresses at which a turn can be continued and stopped. */
export interface Links {
  readonly resume: string;
  readonly stop: string;
}

/** Options of a visitor's request. */
export interface Asking {
  readonly question?: string;
  readonly key?: string;
  readonly after?: number;
  /** The header `Origin`. Null sends none, like a browser in a GET to the page's own origin. */
  readonly origin?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Breaks the connection when the stream matches; without it, the stream is read to its end. */
  readonly until?: string | RegExp;
}

/** A client for turns that makes a single request for each call, and does nothing else that the widget does. */
export class TurnClient {
  readonly #urlOf: () => URL;
  readonly #origin: string;

  /** `urlOf` returns the current address of the Worker. */
  constructor(urlOf: () => URL, origin: string) {
    this.#urlOf = urlOf;
    this.#origin = origin;
  }

  post({ question = 'Hi', key, after, origin = this.#origin, headers = {} }: Asking = {}): Promise<Response> {
    return fetch(new URL(`/api/chat${after === undefined ? '' : `?after=${after}`}`, this.#urlOf()), {
      method: 'POST',
      headers: { ...headersOf(origin), ...(key !== undefined && { 'Idempotency-Key': key }), ...headers },
      body: JSON.stringify({ messages: [{ role: 'user', content: question }] }),
    });
  }

  /** Asks, and reads. */
  async ask(asking: Asking = {}): Promise<readonly Frame[]> {
    return readFrames(await this.post(asking), asking.until);
  }

  rest(link: string, after: number | string, origin: string | null = this.#origin): Promise<Response> {
    return fetch(new URL(`${link}&after=${after}`, this.#urlOf()), { headers: headersOf(origin) });
  }

  /** Asks for the rest of a turn, and reads it. */
  async readRest(link: string, after: number, until?: string | RegExp): Promise<readonly Frame[]> {
    return readFrames(await this.rest(link, after), until);
  }

  stop(link: string, origin: string | null = this.#origin): Promise<Response> {
    return fetch(new URL(link, this.#urlOf()), { method: 'POST', headers: headersOf(origin) });
  }
}

/** Reads until the stream matches, and then breaks the connection; else to its end. */
export async function readFrames(response: Response, until?: string | RegExp): Promise<readonly Frame[]> {
  const decoder = new TextDecoder();
  let stream = '';
  for await (const bytes of response.body ?? []) {
    stream += decoder.decode(bytes, { stream: true });
    if (until !== undefined && (typeof until === 'string' ? stream.includes(until) : until.test(stream)))
      return framesOf(stream.slice(0, stream.lastIndexOf('\n\n')));
  }
  return framesOf(stream);
}

export const textOf = (frames: readonly Frame[]): string =>
  frames.map(({ token = '' }) => String(token)).join('');
export const typesOf = (frames: readonly Frame[]): readonly unknown[] => frames.map(({ type }) => type);
export const linksOf = ([start]: readonly Frame[]): Links => start?.['links'] as Links;
export const idOf = ([start]: readonly Frame[]): string => String(start?.['queryId']);

function headersOf(origin: string | null): Readonly<Record<string, string>> {
  return origin === null ? {} : { Origin: origin };
}
