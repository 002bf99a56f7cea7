import { ChatError, codeOfStatus, isErrorCode } from '../../widget/protocol/chat-error.ts';
import { readNumber, readObject, readString } from '../../widget/protocol/json.ts';
import { resumeMsOf } from '../env.ts';
import { RequestError } from '../error-response.ts';
import { networkOf, originOf } from '../network.ts';
import { retried } from '../objects/object-client.ts';
import type { AppContext, AppHandler, AppMiddleware } from '../ports.ts';
import type { Place, PlaceOf, Reading } from '../asked.ts';
import { readAfter } from '../turn/input.ts';
import { isQueryKey, newQueryId, queryIdOf } from '../signature.ts';
import { Misses } from './misses.ts';
import type { TurnRequest } from './turn-object.ts';

/** ASCII that a Structured Field String holds unescaped; 22 characters of base64url are 128 bits. */
const KEY = /^[!#-[\]-~]{22,200}$/;
/** The AI SDK makes ids of 16 letters and digits. A shorter one may be a number that counts up. */
const CHAT_ID = /^[\w-]{16,200}$/;
/** `q_…-…:7`, from `formats/respond.ts`. */
const EVENT_ID = /^(q_[\da-f]{32})-([\da-f]{16}):(\d{1,9})$/;

/** Questions are counted; whoever asks for turns that there are not costs a request each. Nobody is counted on this machine. */
const misses = new Misses();

/**
 * Gives each question an object that runs its turn, where one is bound: it can be continued on another connection.
 *
 * @example
 * app.use('/api/*', resume); // with RESUME bound, `start` has links.resume: '/api/chat/q_1?key=…'
 * app.get('/api/chat/:queryId', getRest);
 * app.post('/api/chat/:queryId/stop', postStop);
 */
export const resume: AppMiddleware = async (c, next) => {
  const isOn = c.env.RESUME && resumeMsOf(c.env) > 0;
  if (isOn) c.set('placeOf', placeIn(c));
  const isGet = isOn && c.req.method === 'GET' && c.req.path === '/api/chat';
  return (isGet ? await goOn(c) : undefined) ?? next();
};

function placeIn(c: AppContext): PlaceOf {
  return async ({ key: named, chatId }, format) => {
    const key = keyOf(c.req.header('Idempotency-Key'), named);
    // The AI SDK comes back with the id of the conversation alone: its object has another turn for each question.
    const isChat = key === undefined && format === 'ui-message' && CHAT_ID.test(chatId ?? '');
    const { id, key: secret } = await (key === undefined
      ? newQueryId(c.env)
      : queryIdOf(c.env, originOf(c.req.raw), key));
    const name = isChat ? await nameOfChat(c, chatId ?? '') : id;
    const answer: Place['answer'] = (asked, reading) =>
      ask(c, name, { method: 'ask', asked, reading, isNamed: key !== undefined });
    return { queryId: id, key: isChat ? undefined : secret, answer };
  };
}

/** The client made the id, so it may be guessed: the object is one of its origin and its network. */
async function nameOfChat(c: AppContext, chatId: string): Promise<string> {
  const { id } = await queryIdOf(c.env, originOf(c.req.raw), `chat ${networkOf(c.req.raw)} ${chatId}`);
  return id;
}

/** The events after the last one that an `EventSource` has got, which reconnects; undefined where it does not. Starts nothing. */
async function goOn(c: AppContext): Promise<Response | undefined> {
  const lastId = c.req.header('Last-Event-ID');
  const { format = 'workers-ai' } = c.req.query();
  // The AI SDK 5 appends its path to the query of `/api/chat?format=ui-message`.
  const [, chatId] = /^ui-message\/([^/]+)\/stream$/.exec(format) ?? [];
  if (chatId !== undefined) return readChat(c, chatId);
  const [, id = '', key = '', after] = EVENT_ID.exec(lastId ?? '') ?? [];
  if (after === undefined || !(await isQueryKey(c.env, { id, key }))) return undefined;
  return read(c, id, { format, isStreamed: true, after: Number(after), hasIds: true });
}

/** `GET /api/chat/:queryId?after=N`: the events of a turn after its N-th, to its end. 204 when there are none. */
export const getRest: AppHandler = async (c) => {
  const { format = 'default', run } = c.req.query();
  const reading: Reading = { format, isStreamed: true, after: readAfter(c.req.query('after')) };
  return read(c, await checkedId(c), reading, run ?? '');
};

/** `GET /api/chat/:chatId/stream` of the AI SDK: the turn of a conversation that runs, from its start. 204 when none does. */
export const getStream: AppHandler = async (c) => readChat(c, c.req.param('chatId') ?? '');

/** `POST /api/chat/:queryId/stop`: the visitor does not want the rest. */
export const postStop: AppHandler = async (c) =>
  ask(c, await checkedId(c), { method: 'stop', origin: originOf(c.req.raw), run: c.req.query('run') ?? '' });

async function readChat(c: AppContext, chatId: string): Promise<Response> {
  if (!CHAT_ID.test(chatId)) return nothing(c);
  const reading: Reading = { format: 'ui-message', isStreamed: true, after: 0 };
  const origin = originOf(c.req.raw);
  return ask(c, await nameOfChat(c, chatId), { method: 'read', origin, reading });
}

function read(c: AppContext, id: string, reading: Reading, run?: string): Promise<Response> {
  return ask(c, id, { method: 'read', origin: originOf(c.req.raw), reading, run });
}

/**
 * The visitor's key for a question, a String of RFC 9651 as in draft-ietf-httpapi-idempotency-key-header-07, or bare. Throws
 * `bad-request` for a key that others may have, such as `1`: they would read each other's answers. In a body such a `key` is
 * something else.
 */
function keyOf(header: string | undefined, named: string | undefined): string | undefined {
  if (header === undefined) return named !== undefined && KEY.test(named) ? named : undefined;
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (KEY.test(key)) return key;
  throw new ChatError('bad-request', 'Idempotency-Key: must be a random string of 22 to 200 characters');
}

/** Throws `bad-request` for a link that is not ours. */
async function checkedId(c: AppContext): Promise<string> {
  const id = c.req.param('queryId') ?? '';
  if (await isQueryKey(c.env, { id, key: c.req.query('key') ?? '' })) return id;
  throw new ChatError('bad-request', 'there was no such turn');
}

/** Asks the object of that name. Throws what it refuses. */
async function ask(c: AppContext, name: string, request: TurnRequest): Promise<Response> {
  const { RESUME, LOCAL } = c.env;
  const network = networkOf(c.req.raw);
  const canMiss = request.method !== 'ask' && LOCAL !== '1';
  if (!RESUME || (canMiss && misses.isUsedUp(network))) return nothing(c);
  const init = { method: 'POST', body: JSON.stringify(request) };
  const answer = await retried(() => RESUME.getByName(name).fetch('https://turn/', init));
  if (!answer.ok) throw errorOf(answer.status, await answer.json());
  if (canMiss && answer.status === 204) misses.add(network);
  // The headers of an answer that was fetched cannot be changed, and the guard adds some.
  return new Response(answer.body, answer);
}

function nothing(c: AppContext): Response {
  return c.body(null, 204, { 'Cache-Control': 'no-store' });
}

/** The error that an object has answered with. */
function errorOf(status: number, json: unknown): ChatError {
  const { code, message, retryAfter, refusal: cause } = readObject(json);
  const said = readString(code) ?? '';
  const known = isErrorCode(said) ? said : codeOfStatus(status);
  const options = { cause, retryAfter: readNumber(retryAfter) };
  const text = readString(message) ?? '';
  return status === 422
    ? new RequestError(known, text, status, options)
    : new ChatError(known, text, options);
}
