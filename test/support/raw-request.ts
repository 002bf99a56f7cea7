import { request as open, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

/** A response as received. */
export interface RawReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A request to send. */
export interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request with exactly these headers: `fetch` sets `Origin` and `Sec-Fetch-*` itself, as browsers do. */
export function request(
  url: URL,
  { method = 'GET', headers = {}, body = '' }: RawRequest = {},
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const call = open(url, { method, headers, agent: false }, (response) => {
      void text(response).then(
        (content) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text: content }),
        reject,
      );
    });
    call.once('error', reject).end(body);
  });
}
