import { ChatError } from '../../widget/protocol/chat-error.ts';
import { collectAnswer, streamAnswer } from '../turn/stream.ts';
import { readChatInput, type ChatInput } from '../turn/input.ts';
import { WIRE_FORMATS } from '../turn/encode.ts';
import { positiveInteger, turnTimeoutOf } from '../env.ts';
import { openTurn } from '../turn/open.ts';
import type { AppContext, AppHandler } from '../ports.ts';
import { runTurn } from '../turn/run.ts';

/**
 * The shortest interval that is not traffic worth mentioning: a visitor who leaves while the model is silent
 * is noticed at the second write after that, so the model stops within about two of these.
 */
const HEARTBEAT_MS = 1_000;

/** `POST /api/chat`: any of the body shapes, in any of the formats, streamed or whole. */
export const postChat: AppHandler = async (c) => {
  const input = readChatInput(await c.req.text());
  return answer(c, input, c.req.query('format') ?? 'default', wantsWhole(c, input));
};

/** `POST /v1/chat/completions`: the same turn as an OpenAI client asks for it. */
export const postCompletion: AppHandler = async (c) => {
  const input = readChatInput(await c.req.text());
  return answer(c, input, 'openai', input.stream !== true);
};

/** `GET /api/chat?prompt=`: for `EventSource`, which cannot POST. */
export const getChat: AppHandler = (c) => {
  if (c.req.method !== 'GET' || !accepts(c, 'text/event-stream')) return c.notFound();
  // An EventSource reconnects when a stream has ended; asking again would be charged again.
  if (c.req.header('Last-Event-ID') !== undefined) return c.body(null, 204, { 'Cache-Control': 'no-store' });
  const { prompt, query, format = 'workers-ai' } = c.req.query();
  const input = readChatInput(JSON.stringify({ prompt, query }));
  return answer(c, input, format, wantsWhole(c, input));
};

async function answer(c: AppContext, input: ChatInput, format: string, isWhole: boolean): Promise<Response> {
  const wire = WIRE_FORMATS.get(format);
  if (!wire)
    throw new ChatError('bad-request', `format must be one of ${[...WIRE_FORMATS.keys()].join(', ')}`);
  const leave = new AbortController();
  const timeout = AbortSignal.timeout(turnTimeoutOf(c.env));
  const signal = AbortSignal.any([c.req.raw.signal, leave.signal, timeout]);
  const turn = await openTurn(c, input, signal);
  const info = { queryId: turn.request.queryId, model: turn.model.name };
  const events = runTurn(turn);
  c.header('Cache-Control', 'no-store');
  if (isWhole) {
    const { text, done } = await collectAnswer(events);
    return c.json(wire.whole(text, done, info));
  }
  const body = streamAnswer({
    events,
    // The id first of all, so that an EventSource that reconnects tells that it had an answer already.
    encode: (event) => (event.type === 'start' ? `id: ${info.queryId}\n\n` : '') + wire.encode(event, info),
    heartbeatMs: positiveInteger(c.env.HEARTBEAT_MS, HEARTBEAT_MS),
    onLeave: () => leave.abort(),
  });
  return c.body(body, 200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
}

function wantsWhole(c: AppContext, { stream }: ChatInput): boolean {
  if (c.req.query('stream') === 'false' || stream === false) return true;
  return accepts(c, 'application/json') && !accepts(c, 'text/event-stream');
}

function accepts(c: AppContext, type: string): boolean {
  return (c.req.header('Accept') ?? '').includes(type);
}
