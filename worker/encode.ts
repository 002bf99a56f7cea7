import type { ChatEvent, DoneEvent, FinishReason, Usage } from '../widget/protocol/chat-event.ts';
import { toOpenAiError } from './error-response.ts';

/** The formats of `?format=`; without one it is `default`, for GET `workers-ai`. */
export const FORMATS = ['default', 'workers-ai', 'openai'] as const;
export type FormatName = (typeof FORMATS)[number];

/** What a format may say besides the events. */
export interface TurnInfo {
  readonly queryId: string;
  readonly model: string;
}

/** Ways to put a turn on the wire. */
export interface WireFormat {
  /** One event as zero or more blocks of a `text/event-stream`. */
  encode(event: ChatEvent, info: TurnInfo): string;
  /** A finished turn as one JSON value. */
  whole(answer: string, done: DoneEvent, info: TurnInfo): object;
}

const block = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;
const END = 'data: [DONE]\n\n';

const ours: WireFormat = {
  encode: block,
  whole: (answer, done) => ({ answer, sources: [], ...done, type: undefined }),
};

const workersAi: WireFormat = {
  encode: (event) => {
    if (event.type === 'token') return block({ response: event.token });
    if (event.type === 'done') return block({ response: '', ...snakeUsage(event.usage) }) + END;
    // `response` keeps readers from printing "undefined"; no [DONE], because the answer is not done.
    return event.type === 'error' ? block({ response: '', error: toOpenAiError(event) }) : '';
  },
  whole: (answer, done, info) => ({ response: answer, ...ours.whole(answer, done, info) }),
};

const openAi: WireFormat = {
  encode: (event, info) => {
    if (event.type === 'start') return chunk(info, { role: 'assistant', content: '' }, null);
    if (event.type === 'token') return chunk(info, { content: event.token }, null);
    if (event.type === 'done') return chunk(info, {}, event) + END;
    return event.type === 'error' ? block({ error: toOpenAiError(event) }) : '';
  },
  whole: (content, done, info) => ({
    ...completion(info, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: null },
        logprobs: null,
        finish_reason: snakeReason(done.finishReason),
      },
    ],
    ...snakeUsage(done.usage),
    sources: done.sources ?? [],
  }),
};

export const WIRE_FORMATS: Readonly<Record<FormatName, WireFormat>> = {
  default: ours,
  'workers-ai': workersAi,
  openai: openAi,
};

function chunk(info: TurnInfo, delta: object, done: DoneEvent | null): string {
  const finish_reason = done && snakeReason(done.finishReason);
  return block({
    ...completion(info, 'chat.completion.chunk'),
    choices: [{ index: 0, delta, finish_reason }],
    ...snakeUsage(done?.usage),
  });
}

function completion({ queryId, model }: TurnInfo, object: string) {
  return { id: queryId, object, created: Math.floor(Date.now() / 1000), model };
}

/** OpenAI knows no reason beyond these; a turn that ended well for another one simply stopped. */
function snakeReason(reason: FinishReason | undefined): 'stop' | 'length' {
  return reason === 'length' ? 'length' : 'stop';
}

/** Nothing where the model told nothing. */
function snakeUsage(usage: Usage | undefined) {
  if (usage === undefined) return {};
  const { inputTokens = 0, outputTokens = 0 } = usage;
  return {
    usage: {
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
    },
  };
}
