import { ChatError } from '../../widget/protocol/chat-error.ts';
import { numberOf, type Env } from '../env.ts';
import type { AppContext, AppHandler, AppMiddleware } from '../ports.ts';
import { isQueryKey } from '../signature.ts';
import { STREAM_HEADERS } from '../turn/stream.ts';
import { ResumableTurn } from './resumable-turn.ts';

const RESUME_SECONDS = 15;
/** Less than the platform lets a turn go on without its client. */
const MAX_RESUME_SECONDS = 25;

const NOTHING = { 'Cache-Control': 'no-store' };

/** Lets a turn go on for a while when its reader has gone. */
export const resume: AppMiddleware = async (c, next) => {
  const patienceMs = secondsOf(c.env) * 1_000;
  if (c.env.RESUME && patienceMs > 0)
    c.set('makeResumable', (queryId) => new ResumableTurn(c, queryId, patienceMs));
  await next();
};

/** `GET /api/chat/:queryId?after=N`: what the turn said after its N-th event, to its end. 204 when there is nothing. */
export const getRest: AppHandler = async (c) => {
  const after = Number(c.req.query('after')) || 0;
  const rest = await askTurn(c, `read?after=${after}`);
  if (!rest?.body) return c.body(null, 204, NOTHING);
  return new Response(rest.body, { headers: STREAM_HEADERS });
};

/** `POST /api/chat/:queryId/stop`: the visitor does not want the rest. */
export const postStop: AppHandler = async (c) => {
  await askTurn(c, 'stop', 'POST');
  return c.body(null, 204, NOTHING);
};

async function askTurn(c: AppContext, path: string, method = 'GET') {
  const queryId = c.req.param('queryId') ?? '';
  if (!(await isQueryKey(c.env, { id: queryId, key: c.req.query('key') ?? '' })))
    throw new ChatError('bad-request', 'there was no such turn');
  if (secondsOf(c.env) === 0) return undefined;
  const headers = { Origin: c.req.header('Origin') ?? '' };
  return c.env.RESUME?.getByName(queryId).fetch(`https://object/${path}`, { method, headers });
}

function secondsOf({ RESUME_SECONDS: seconds }: Env): number {
  return Math.min(numberOf(seconds, RESUME_SECONDS), MAX_RESUME_SECONDS);
}
