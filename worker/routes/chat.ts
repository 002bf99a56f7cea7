import { hostOf } from '../background.ts';
import type { AppContext, AppHandler } from '../ports.ts';
import type { CheckedQuestion, TurnRunner, ReadOptions } from '../checked-question.ts';
import { formatOf } from '../formats/formats.ts';
import { respond } from '../formats/respond.ts';
import { originOf } from '../network.ts';
import { hasApiToken, newQueryId } from '../signature.ts';
import { OMITTED_HEADER, readChatInput, type ChatInput, type InputRights } from '../turn/input.ts';
import { TurnRun } from '../turn/turn-run.ts';

/** `POST /api/chat`: any of the body shapes, in any of the formats, streamed or as one JSON. */
export const postChat: AppHandler = async (c) => {
  const input = await readInput(c, { defaultPrompt: c.env.DEFAULT_PROMPT });
  const { format = 'default' } = c.req.query();
  return answer(c, input, { format, isStreamed: isStreamWanted(c, input), after: input.after });
};

/** `POST /v1/chat/completions`: the same turn for OpenAI clients. Only the owner's own server may send `system` messages. */
export const postCompletion: AppHandler = async (c) => {
  const maySendSystem = c.env.ALLOW_SYSTEM === '1' && hasApiToken(c.env, c.req.header('Authorization'));
  const input = await readInput(c, { maySendSystem });
  const isStreamed = explicitStream(c, input) ?? false;
  return answer(c, input, { format: 'openai', isStreamed, after: input.after });
};

/** `GET /api/chat?prompt=`: for `EventSource`, which cannot POST. */
export const getChat: AppHandler = (c) => {
  if (c.req.method !== 'GET' || !accepts(c, 'text/event-stream')) return c.notFound();
  // An `EventSource` reconnects when its stream has ended, and would ask the question again. 204 makes it stop.
  if (c.req.header('Last-Event-ID') !== undefined) return c.body(null, 204, { 'Cache-Control': 'no-store' });
  const { prompt, query, format = 'workers-ai' } = c.req.query();
  const input = readChatInput(JSON.stringify({ prompt, query }), { defaultPrompt: c.env.DEFAULT_PROMPT });
  return answer(c, input, { format, isStreamed: isStreamWanted(c, input), after: 0, hasIds: true });
};

/** Reads the body. Where the conversation is too long, a header says how many of its oldest messages are left out. */
async function readInput(c: AppContext, rights: InputRights): Promise<ChatInput> {
  const { after } = c.req.query();
  const attachments = c.var.attachmentsOf?.();
  const input = readChatInput(await c.req.text(), { ...rights, after, attachments });
  if (input.omitted > 0) c.header(OMITTED_HEADER, String(input.omitted));
  return input;
}

/** Identifies the visitor, chooses what runs the turn, and returns its response. */
async function answer(c: AppContext, input: ChatInput, reading: ReadOptions): Promise<Response> {
  const { hasSuggestions = false } = formatOf(reading.format);
  const { messages, system, metadata, files } = input;
  const { visitor, session, botCheck } = (await c.var.identify?.(input)) ?? {};
  const runner = (await c.var.findRunner?.(input, reading.format)) ?? (await runnerInRequest(c));
  const { queryId, key } = runner;
  const allowance = await c.var.allowanceOf?.(visitor, queryId, files?.cost);
  const who = { session, botCheck, allowance, origin: originOf(c.req.raw) };
  const what = { queryId, key, messages, system, metadata, url: c.req.url, hasSuggestions };
  const asked = { ...who, ...what, files: files?.all, filesHash: await files?.hash() };
  return runner.answer(asked, reading);
}

/** Runs the turn within this request, where no Durable Object is bound. A client that disconnects cannot come back to it. */
async function runnerInRequest(c: AppContext): Promise<TurnRunner> {
  const { id } = await newQueryId(c.env);
  return {
    queryId: id,
    key: undefined,
    async answer(asked: CheckedQuestion, reading: ReadOptions) {
      const run = await TurnRun.begin(asked, {
        ...hostOf(c),
        features: c.var.features,
        patienceMs: 0,
      });
      const response = respond(run, reading, c.env);
      const { signal } = c.req.raw;
      signal.addEventListener('abort', () => run.giveUp());
      if (signal.aborted) run.giveUp();
      return response;
    },
  };
}

/**
 * Whether to stream. `stream` decides; else a named `format` is streamed; else a client that accepts JSON and no event stream gets
 * one JSON.
 */
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
