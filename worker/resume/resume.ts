import { ChatError } from '../../widget/protocol/chat-error.ts';
import { resumeMsOf } from '../env.ts';
import { originOf } from '../network.ts';
import { retried } from '../objects/object-client.ts';
import type { AppContext, AppHandler, AppMiddleware } from '../ports.ts';
import { isQueryKey, queryIdOf } from '../signature.ts';

/** ASCII that a Structured Field String holds unescaped; 22 characters of base64url are 128 bits. */
const KEY = /^[!#-[\]-~]{22,200}$/;

/**
 * Passes questions on to an object that runs their turn, where one is bound: they can be continued on another connection.
 *
 * @example
 * app.use('/api/*', resume); // with RESUME bound, `start` has links.resume: '/api/chat/q_1?key=…'
 * app.get('/api/chat/:queryId', getRest);
 * app.post('/api/chat/:queryId/stop', postStop);
 */
export const resume: AppMiddleware = async (c, next) => {
  if (c.env.RESUME && resumeMsOf(c.env) > 0)
    c.set('passOn', async (input) => {
      checkPosition(c);
      const key = keyOf(c.req.header('Idempotency-Key'));
      const { id } = await queryIdOf(c.env, originOf(c.req.raw), key);
      return ask(c, id, { method: 'POST', key, body: JSON.stringify(input) });
    });
  await next();
};

/** `GET /api/chat/:queryId?after=N`: the events of a turn after its N-th, to its end. 204 when there are none. */
export const getRest: AppHandler = async (c) => {
  checkPosition(c);
  return ask(c, await checkedId(c), { method: 'GET' });
};

/** `POST /api/chat/:queryId/stop`: the visitor does not want the rest. */
export const postStop: AppHandler = async (c) => ask(c, await checkedId(c), { method: 'DELETE' });

/**
 * The visitor's key for a question, a String of RFC 9651 as in draft-ietf-httpapi-idempotency-key-header-07, or bare; without
 * one a key of our own. Throws `bad-request` for a key that others may have, such as `1`: they would read each other's answers.
 */
function keyOf(header: string | undefined): string {
  if (header === undefined) return crypto.randomUUID();
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (KEY.test(key)) return key;
  throw new ChatError('bad-request', 'Idempotency-Key: must be a random string of 22 to 200 characters');
}

function checkPosition(c: AppContext): void {
  if (!/^\d{1,9}$/.test(c.req.query('after') ?? '0'))
    throw new ChatError('bad-request', 'after: must be a number of events');
}

/** Throws `bad-request` for a link that is not ours. */
async function checkedId(c: AppContext): Promise<string> {
  const id = c.req.param('queryId') ?? '';
  if (await isQueryKey(c.env, { id, key: c.req.query('key') ?? '' })) return id;
  throw new ChatError('bad-request', 'there was no such turn');
}

interface ObjectRequest {
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly key?: string;
  readonly body?: string;
}

/** Asks the object of a turn with the URL and the headers of the request. */
async function ask(c: AppContext, id: string, { method, key, body }: ObjectRequest): Promise<Response> {
  const { RESUME } = c.env;
  if (!RESUME) return c.body(null, 204, { 'Cache-Control': 'no-store' });
  const headers = new Headers(c.req.raw.headers);
  headers.delete('Content-Length');
  headers.set('Origin', originOf(c.req.raw));
  if (key !== undefined) headers.set('Idempotency-Key', key);
  const init = { method, headers, ...(body !== undefined && { body }) };
  const answer = await retried(() => RESUME.getByName(id).fetch(c.req.url, init));
  // The headers of an answer that was fetched cannot be changed, and the guard adds some.
  return new Response(answer.body, answer);
}
