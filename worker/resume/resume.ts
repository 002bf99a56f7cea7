import { ChatError, codeOfStatus, isErrorCode } from '../../widget/protocol/chat-error.ts';
import { readNumber, readObject, readString } from '../../widget/protocol/json.ts';
import { resumeMsOf } from '../env.ts';
import { RequestError } from '../error-response.ts';
import { networkOf, originOf } from '../network.ts';
import { retry } from '../objects/object-client.ts';
import type { AppContext, AppHandler, AppMiddleware } from '../ports.ts';
import type { TurnRunner, FindRunner, ReadOptions } from '../checked-question.ts';
import { readAfter } from '../turn/input.ts';
import { isQueryKey, newQueryId, queryIdOf } from '../signature.ts';
import { Misses } from './misses.ts';
import type { TurnRequest } from './turn-object.ts';

/** A key: ASCII that a Structured Field String holds unescaped. 22 characters of base64url are 128 bits. */
const KEY = /^[!#-[\]-~]{22,200}$/;
/**
 * The id of a conversation. The AI SDK makes ids of 16 letters and digits; a shorter one may be a number that counts up, which
 * others can guess.
 */
const CHAT_ID = /^[\w-]{16,200}$/;
/** The id of an event, `q_…-…:7`, as `formats/respond.ts` writes it. */
const EVENT_ID = /^(q_[\da-f]{32})-([\da-f]{16}):(\d{1,9})$/;

/**
 * Each request for a turn that does not exist costs a request to an object, and the quota counts questions only. On the owner's
 * machine nothing is counted.
 */
const misses = new Misses();

/**
 * Runs each turn in a Durable Object, where one is bound, so that it can be continued on another connection.
 *
 * @example
 * app.use('/api/*', resume); // with RESUME bound, `start` has links.resume: '/api/chat/q_1?key=…'
 * app.get('/api/chat/:queryId', getRest);
 * app.post('/api/chat/:queryId/stop', postStop);
 */
export const resume: AppMiddleware = async (c, next) => {
  const isOn = c.env.RESUME && resumeMsOf(c.env) > 0;
  if (isOn) c.set('findRunner', runnerInObject(c));
  const isGet = isOn && c.req.method === 'GET' && c.req.path === '/api/chat';
  return (isGet ? await resumeEventStream(c) : undefined) ?? next();
};

function runnerInObject(c: AppContext): FindRunner {
  return async ({ key: named, chatId }, format) => {
    const key = keyOf(c.req.header('Idempotency-Key'), named);
    // The AI SDK comes back with the id of the conversation alone. So the object is named by it, and runs the turns of the
    // conversation one after the other.
    const isChat = key === undefined && format === 'ui-message' && CHAT_ID.test(chatId ?? '');
    const { id, key: secret } = await (key === undefined
      ? newQueryId(c.env)
      : queryIdOf(c.env, originOf(c.req.raw), key));
    const name = isChat ? await nameOfChat(c, chatId ?? '') : id;
    const answer: TurnRunner['answer'] = (asked, reading) =>
      ask(c, name, { method: 'ask', asked, reading, isNamed: key !== undefined });
    return { queryId: id, key: isChat ? undefined : secret, answer };
  };
}

/**
 * The object of a conversation. The client made the id, so others may guess it: the name is made from the origin and the network,
 * too.
 */
async function nameOfChat(c: AppContext, chatId: string): Promise<string> {
  const { id } = await queryIdOf(c.env, originOf(c.req.raw), `chat ${networkOf(c.req.raw)} ${chatId}`);
  return id;
}

/**
 * Answers an `EventSource` that reconnects with the events after its last one; undefined for other requests. Never starts a turn.
 */
async function resumeEventStream(c: AppContext): Promise<Response | undefined> {
  const lastId = c.req.header('Last-Event-ID');
  const { format = 'workers-ai' } = c.req.query();
  // AI SDK 5 appends its path to the query: `/api/chat?format=ui-message/CHAT_ID/stream`.
  const [, chatId] = /^ui-message\/([^/]+)\/stream$/.exec(format) ?? [];
  if (chatId !== undefined) return readChat(c, chatId);
  const [, id = '', key = '', after] = EVENT_ID.exec(lastId ?? '') ?? [];
  if (after === undefined || !(await isQueryKey(c.env, { id, key }))) return undefined;
  return read(c, id, { format, isStreamed: true, after: Number(after), hasIds: true });
}

/** `GET /api/chat/:queryId?after=N`: the events of a turn after its N-th, to its end. 204 when there are none. */
export const getRest: AppHandler = async (c) => {
  const { format = 'default', run } = c.req.query();
  const reading: ReadOptions = { format, isStreamed: true, after: readAfter(c.req.query('after')) };
  return read(c, await checkedId(c), reading, run ?? '');
};

/** `GET /api/chat/:chatId/stream` of the AI SDK: the running turn of a conversation, from its start. 204 when none runs. */
export const getStream: AppHandler = async (c) => readChat(c, c.req.param('chatId') ?? '');

/** `POST /api/chat/:queryId/stop`: stops a turn, whose rest the visitor does not want. */
export const postStop: AppHandler = async (c) =>
  ask(c, await checkedId(c), { method: 'stop', origin: originOf(c.req.raw), run: c.req.query('run') ?? '' });

async function readChat(c: AppContext, chatId: string): Promise<Response> {
  if (!CHAT_ID.test(chatId)) return noContent(c);
  const reading: ReadOptions = { format: 'ui-message', isStreamed: true, after: 0 };
  const origin = originOf(c.req.raw);
  return ask(c, await nameOfChat(c, chatId), { method: 'read', origin, reading });
}

function read(c: AppContext, id: string, reading: ReadOptions, run?: string): Promise<Response> {
  return ask(c, id, { method: 'read', origin: originOf(c.req.raw), reading, run });
}

/**
 * The client's key for its question: a String of RFC 9651, as in draft-ietf-httpapi-idempotency-key-header-07, or the bare text.
 * Throws `bad-request` for a key that others may choose, too, such as `1`: they would read each other's answers. A short `key` in a
 * body is no such key, and is ignored.
 */
function keyOf(header: string | undefined, named: string | undefined): string | undefined {
  if (header === undefined) return named !== undefined && KEY.test(named) ? named : undefined;
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (KEY.test(key)) return key;
  throw new ChatError('bad-request', 'Idempotency-Key: must be a random string of 22 to 200 characters');
}

/** The id of the turn in the address. Throws `bad-request` where the key in the query is not of this turn. */
async function checkedId(c: AppContext): Promise<string> {
  const id = c.req.param('queryId') ?? '';
  if (await isQueryKey(c.env, { id, key: c.req.query('key') ?? '' })) return id;
  throw new ChatError('bad-request', 'there was no such turn');
}

/** Sends a request to the object with this name. Throws the error with which it refuses. */
async function ask(c: AppContext, name: string, request: TurnRequest): Promise<Response> {
  const { RESUME, LOCAL } = c.env;
  const network = networkOf(c.req.raw);
  const canMiss = request.method !== 'ask' && LOCAL !== '1';
  if (!RESUME || (canMiss && misses.isUsedUp(network))) return noContent(c);
  const init = { method: 'POST', body: JSON.stringify(request) };
  const answer = await retry(() => RESUME.getByName(name).fetch('https://turn/', init));
  if (!answer.ok) throw errorOf(answer.status, await answer.json());
  if (canMiss && answer.status === 204) misses.add(network);
  // A copy: the guard adds headers, and those of a fetched response cannot be changed.
  return new Response(answer.body, answer);
}

function noContent(c: AppContext): Response {
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
