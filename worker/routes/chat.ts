import { ChatError } from '../../widget/protocol/chat-error.ts';
import { turnTimeoutOf } from '../env.ts';
import type { AppContext, AppHandler } from '../ports.ts';
import { WIRE_FORMATS } from '../formats/formats.ts';
import { streamedAnswer, wholeAnswer, type Answering } from '../formats/respond.ts';
import { hasApiToken } from '../signature.ts';
import { OMITTED_HEADER, readChatInput, type ChatInput, type InputRights } from '../turn/input.ts';
import { openTurn } from '../turn/open.ts';
import { runTurn } from '../turn/run.ts';

/** `POST /api/chat`: any of the body shapes, in any of the formats, streamed or whole. */
export const postChat: AppHandler = async (c) => {
  const input = await readInput(c, { defaultPrompt: c.env.DEFAULT_PROMPT });
  const format = c.req.query('format') ?? 'default';
  const isStreamed = isStreamWanted(c, input);
  // Other formats do not tell the client how to come back.
  if (c.var.passOn && isStreamed && format === 'default') return c.var.passOn(input);
  return answer(c, input, format, isStreamed);
};

/** `POST /v1/chat/completions`: the same turn as an OpenAI client asks for it, `system` included from the owner's own. */
export const postCompletion: AppHandler = async (c) => {
  const maySendSystem = c.env.ALLOW_SYSTEM === '1' && hasApiToken(c.env, c.req.header('Authorization'));
  const input = await readInput(c, { maySendSystem });
  return answer(c, input, 'openai', explicitStream(c, input) ?? false);
};

/** `GET /api/chat?prompt=`: for `EventSource`, which cannot POST. */
export const getChat: AppHandler = (c) => {
  if (c.req.method !== 'GET' || !accepts(c, 'text/event-stream')) return c.notFound();
  // An EventSource reconnects when a stream has ended; asking again would be charged again.
  if (c.req.header('Last-Event-ID') !== undefined) return c.body(null, 204, { 'Cache-Control': 'no-store' });
  const { prompt, query, format = 'workers-ai' } = c.req.query();
  const input = readChatInput(JSON.stringify({ prompt, query }), { defaultPrompt: c.env.DEFAULT_PROMPT });
  return answer(c, input, format, isStreamWanted(c, input));
};

/** Tells a client whose conversation is too long how many of its oldest messages are left out. */
async function readInput(c: AppContext, rights: InputRights): Promise<ChatInput> {
  const input = readChatInput(await c.req.text(), rights);
  if (input.omitted > 0) c.header(OMITTED_HEADER, String(input.omitted));
  return input;
}

async function answer(c: AppContext, input: ChatInput, format: string, isStreamed: boolean) {
  const wire = WIRE_FORMATS.get(format);
  if (!wire)
    throw new ChatError('bad-request', `format must be one of ${[...WIRE_FORMATS.keys()].join(', ')}`);
  const leave = new AbortController();
  const timeout = AbortSignal.timeout(turnTimeoutOf(c.env));
  const signal = AbortSignal.any([leave.signal, c.req.raw.signal, timeout]);
  const turn = await openTurn(c, input, signal);
  const info = { queryId: turn.request.queryId, model: turn.model.name };
  const events = runTurn(turn);
  const onLeave = (): void => {
    leave.abort();
    void events.return();
  };
  const answering: Answering = { events, wire, info, onLeave };
  return isStreamed ? streamedAnswer(c, answering) : wholeAnswer(c, answering);
}

/** `stream` decides, then a named `format`; without them, clients that accept JSON and no event stream get one JSON. */
function isStreamWanted(c: AppContext, input: ChatInput): boolean {
  const isNamed = c.req.query('format') !== undefined;
  const isJsonOnly = accepts(c, 'application/json') && !accepts(c, 'text/event-stream');
  return explicitStream(c, input) ?? (isNamed || !isJsonOnly);
}

function explicitStream(c: AppContext, { stream }: ChatInput): boolean | undefined {
  const query = c.req.query('stream');
  return query === 'true' || query === 'false' ? query === 'true' : stream;
}

function accepts(c: AppContext, type: string): boolean {
  return (c.req.header('Accept') ?? '').includes(type);
}
