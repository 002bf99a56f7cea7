import { createParser } from 'eventsource-parser';
import { ChatError, type ChatErrorCode } from '../../widget/protocol/chat-error.ts';
import { readError } from '../../widget/protocol/dialects/error.ts';
import { toFrame, type FrameEvent } from '../../widget/protocol/dialects/frame.ts';
import { readOpenAiChat } from '../../widget/protocol/dialects/openai-chat.ts';
import { readWorkersAi } from '../../widget/protocol/dialects/workers-ai.ts';
import { listOf, positiveInteger, type Env } from '../env.ts';
import type { Model, ModelRequest } from '../ports.ts';
import { composePrompt } from '../turn/prompt.ts';
import { accept, upstreamError } from './upstream-error.ts';
import { readObject } from '../../widget/protocol/json.ts';

/** Tokens of one answer unless `MAX_TOKENS` says otherwise: about 700 words, within the CPU time of the free plan. */
const MAX_TOKENS = 1_024;

/** Another model may do better: this one does not exist, is not to be had on this plan, or is full. */
const WORTH_ANOTHER: ReadonlySet<ChatErrorCode> = new Set(['model-busy', 'not-configured']);

/** What OpenAI's interface and Workers AI have in common. */
type Inputs = Readonly<Record<string, unknown>>;

/** Asks one model, which answers with a stream of frames, or one JSON, of a format we know. */
type Ask = (name: string, inputs: Inputs, request: ModelRequest) => Promise<Response>;

/** The models that `env` names, in the order they are tried: a later one only when an earlier one is absent or busy. */
export function streamingModel(env: Env, ask: Ask): Model {
  return { name: env.MODEL || 'default', generate: (request) => generate(env, ask, request) };
}

async function* generate(env: Env, ask: Ask, request: ModelRequest) {
  const names = [env.MODEL ?? '', ...listOf(env.MODEL_FALLBACK)];
  const max_tokens = positiveInteger(env.MAX_TOKENS, MAX_TOKENS);
  const inputs = { messages: composePrompt(request, env.SYSTEM_PROMPT), stream: true, max_tokens };
  for (const [index, name] of names.entries()) {
    let hasBegun = false;
    let body: ReturnType<typeof readerOf> | undefined;
    try {
      // oxlint-disable-next-line no-await-in-loop -- one model is asked after the other has refused
      const response = await accept(await ask(name, inputs, request));
      request.onAnswering?.(name || 'default', response.headers.get('cf-aig-log-id') ?? undefined);
      body = readerOf(response);
      // oxlint-disable-next-line no-await-in-loop
      for (let frames = await body.read(); frames; frames = await body.read()) {
        hasBegun ||= frames.some(({ type }) => type === 'token');
        yield frames;
        const fatal = frames.find((frame) => frame.type === 'error');
        if (fatal) throw upstreamError(fatal.code, 'the model failed in its stream', { cause: fatal.code });
      }
      return;
    } catch (error) {
      const isRefusal = error instanceof ChatError && WORTH_ANOTHER.has(error.code) && !hasBegun;
      if (!isRefusal || index === names.length - 1) throw error;
    } finally {
      body?.cancel();
    }
  }
}

/**
 * Reads a body, one array of events per read, null after its end. By hand: `for await` over the body and a generator
 * around that cost a fifth more for a stream of single tokens.
 */
function readerOf({ body, headers }: Response) {
  const reader = body?.getReader();
  // One JSON is the whole answer, though a stream was asked for.
  const isWhole = headers.get('Content-Type')?.includes('json') === true;
  let whole = '';
  let said: FrameEvent[] = [];
  let isOver = reader === undefined;
  const parser = createParser({ onEvent: ({ data }) => void said.push(...readFrame(data)) });
  const decoder = new TextDecoder();
  const read = async (): Promise<readonly FrameEvent[] | null> => {
    if (isOver || reader === undefined) return null;
    const { done, value } = await reader.read();
    isOver = done;
    said = [];
    const text = done ? `${decoder.decode()}\n\n\n` : decoder.decode(value, { stream: true });
    if (isWhole) whole += text;
    else parser.feed(text);
    return done && isWhole ? [...readFrame(whole), { type: 'end' }] : said;
  };
  return { read, cancel: () => void reader?.cancel().catch(() => undefined) };
}

/** What a frame of either format says. Judged one by one: a stream may begin in one and end in the other. */
function readFrame(data: string): readonly FrameEvent[] {
  if (data === '[DONE]') return [{ type: 'end' }];
  const frame = toFrame(data);
  const { result } = readObject(frame.json);
  if (result) return readFrame(JSON.stringify(result));
  return readError(frame) ?? readOpenAiChat(frame) ?? readWorkersAi(frame) ?? [];
}
