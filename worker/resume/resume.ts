import { ChatError } from '../../widget/protocol/chat-error.ts';
import { numberOf, type Env } from '../env.ts';
import type { AppContext, AppHandler, AppMiddleware } from '../ports.ts';
import { isQueryKey } from '../signature.ts';
import { STREAM_HEADERS } from '../turn/stream.ts';
import { eventsFrom, recallTurn, type RecentTurn } from './recent-turns.ts';
import { ResumableTurn } from './resumable-turn.ts';
import { streamRest, type Reader } from './stream-rest.ts';

const RESUME_SECONDS = 15;
/** Less than the platform lets a turn go on without its client. */
const MAX_RESUME_SECONDS = 25;

const NOTHING = { 'Cache-Control': 'no-store' };

/**
 * Lets a turn go on for a while when its reader has gone.
 *
 * @example
 * app.use('/api/*', resume); // with RESUME bound, `start` has links.resume: '/api/chat/q_1?key=…'
 * app.get('/api/chat/:queryId', getRest);
 * app.post('/api/chat/:queryId/stop', postStop);
 */
export const resume: AppMiddleware = async (c, next) => {
  const patienceMs = secondsOf(c.env) * 1_000;
  if (c.env.RESUME && patienceMs > 0)
    c.set('makeResumable', (queryId) => new ResumableTurn(c, queryId, patienceMs));
  await next();
};

/** `GET /api/chat/:queryId?after=N`: the events of a turn after its N-th, to its end. 204 when there are none. */
export const getRest: AppHandler = async (c) => {
  const queryId = await checkKey(c);
  const after = Number(c.req.query('after')) || 0;
  const turn = recallTurn(queryId);
  if (turn && turn.origin === originOf(c)) return streamRest((reader) => readHere(c, turn, after, reader));
  const rest = await askObject(c, `read?after=${after}`, 'GET');
  if (!rest?.body) return c.body(null, 204, NOTHING);
  return new Response(rest.body, { headers: STREAM_HEADERS });
};

/** Reads a turn in this isolate. Where it was read to its end, nobody needs the events in its object. */
async function* readHere(c: AppContext, turn: RecentTurn, after: number, reader: Reader) {
  yield* eventsFrom(turn, after, reader);
  if (turn.isParked && !reader.hasLeft) c.executionCtx.waitUntil(askObject(c, 'stop', 'POST'));
}

/** `POST /api/chat/:queryId/stop`: the visitor does not want the rest. */
export const postStop: AppHandler = async (c) => {
  const turn = recallTurn(await checkKey(c));
  if (turn) turn.isGivenUp = true;
  await askObject(c, 'stop', 'POST');
  return c.body(null, 204, NOTHING);
};

async function checkKey(c: AppContext): Promise<string> {
  const id = c.req.param('queryId') ?? '';
  if (await isQueryKey(c.env, { id, key: c.req.query('key') ?? '' })) return id;
  throw new ChatError('bad-request', 'there was no such turn');
}

async function askObject(c: AppContext, path: string, method: string): Promise<Response | undefined> {
  if (secondsOf(c.env) === 0) return undefined;
  const object = c.env.RESUME?.getByName(c.req.param('queryId') ?? '');
  return object?.fetch(`https://object/${path}`, { method, headers: { Origin: originOf(c) } });
}

function originOf(c: AppContext): string {
  return c.req.header('Origin') ?? '';
}

function secondsOf({ RESUME_SECONDS: seconds }: Env): number {
  return Math.min(numberOf(seconds, RESUME_SECONDS), MAX_RESUME_SECONDS);
}
