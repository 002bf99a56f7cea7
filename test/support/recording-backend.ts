import { buffer } from 'node:stream/consumers';
import { startPageServer, type PageServer } from './page-server.ts';

/** A received request. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly json: Readonly<Record<string, unknown>>;
  /** The fields of a form. */
  form(): Promise<FormData>;
}

/** A backend that records its requests. */
export interface RecordingBackend extends PageServer {
  readonly requests: RecordedRequest[];
}

/** Starts a recording backend. `answer` returns the body of each response, or body and status. */
export async function startRecordingBackend(
  answer: (request: RecordedRequest, url: URL) => string | readonly [status: number, body: string],
): Promise<RecordingBackend> {
  const requests: RecordedRequest[] = [];
  const server = await startPageServer((incoming, response) => {
    const take = async (): Promise<void> => {
      const bytes = await buffer(incoming);
      const { method = '', url: path = '' } = incoming;
      const headers = new Headers(incoming.headers as Record<string, string>);
      const isJson = headers.get('content-type')?.includes('json') === true;
      const request: RecordedRequest = {
        method,
        path,
        headers,
        bytes,
        json: isJson ? (JSON.parse(bytes.toString()) as RecordedRequest['json']) : {},
        form: () => new Response(new Uint8Array(bytes), { headers }).formData(),
      };
      requests.push(request);
      const said = answer(request, new URL(path, server.url));
      const [status, body] = typeof said === 'string' ? [200, said] : said;
      const type = body.startsWith('data:') ? 'text/event-stream' : 'application/json';
      response.writeHead(status, { 'content-type': type }).end(body);
    };
    void take();
  });
  return { ...server, requests };
}
