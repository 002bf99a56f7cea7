import type { ChatEvent, DoneEvent, Usage } from '../../widget/protocol/chat-event.ts';
import type { Source } from '../../widget/protocol/chat-message.ts';
import { toOpenAiError } from '../error-response.ts';

/** What a format may say besides the events. */
export interface TurnInfo {
  readonly queryId: string;
  readonly model: string;
}

/** Ways to put a turn on the wire. */
export interface WireFormat {
  /** One event as zero or more blocks of a `text/event-stream`. */
  encode(event: ChatEvent, info: TurnInfo): string;
  /** Of the response with the stream. */
  readonly headers?: Readonly<Record<string, string>>;
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
    const chunk = (delta: object, done?: DoneEvent): string =>
      block(completion(info, 'chat.completion.chunk', { delta }, done));
    if (event.type === 'start') return chunk({ role: 'assistant', content: '' });
    if (event.type === 'token') return chunk({ content: event.token });
    if (event.type === 'done') return chunk({}, event) + END;
    return event.type === 'error' ? block({ error: toOpenAiError(event) }) : '';
  },
  whole: (content, done, info) => {
    const choice = { message: { role: 'assistant', content, refusal: null }, logprobs: null };
    return { ...completion(info, 'chat.completion', choice, done), sources: done.sources ?? [] };
  },
};

/** https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol#data-stream-protocol */
const uiMessage: WireFormat = {
  headers: { 'x-vercel-ai-ui-message-stream': 'v1' },
  encode: (event, { queryId }) => {
    const id = 'answer';
    if (event.type === 'start')
      return (
        block({ type: 'start', messageId: queryId }) +
        block({ type: 'start-step' }) +
        block({ type: 'text-start', id })
      );
    if (event.type === 'sources') return event.sources.map((source) => block(toSourcePart(source))).join('');
    if (event.type === 'token') return block({ type: 'text-delta', id, delta: event.token });
    if (event.type === 'error') return block({ type: 'error', errorText: event.code }) + END;
    if (event.type !== 'done') return '';
    const { finishReason = 'stop' } = event;
    const ends = [{ type: 'text-end', id }, { type: 'finish-step' }, { type: 'finish', finishReason }];
    return ends.map(block).join('') + END;
  },
  whole: ours.whole,
};

/** A source without an address of the web is a document, which has no link. */
function toSourcePart({ id: sourceId, url, title }: Source) {
  if (url) return { type: 'source-url', sourceId, url, title };
  return { type: 'source-document', sourceId, mediaType: 'text/markdown', title };
}

/** The formats of `?format=`; without one it is `default`, for GET `workers-ai`. */
export const WIRE_FORMATS: ReadonlyMap<string, WireFormat> = new Map([
  ['default', ours],
  ['workers-ai', workersAi],
  ['openai', openAi],
  ['ui-message', uiMessage],
]);

function completion({ queryId, model }: TurnInfo, object: string, choice: object, done?: DoneEvent) {
  // OpenAI knows no reason beyond these; a turn that ended well for another one simply stopped.
  const finish_reason = done ? (done.finishReason === 'length' ? 'length' : 'stop') : null;
  const choices = [{ index: 0, ...choice, finish_reason }];
  const created = Math.floor(Date.now() / 1_000);
  return { id: queryId, object, created, model, choices, ...snakeUsage(done?.usage) };
}

/** Nothing where the model told nothing. */
function snakeUsage(usage: Usage | undefined) {
  if (usage === undefined) return {};
  const { inputTokens: prompt_tokens = 0, outputTokens: completion_tokens = 0 } = usage;
  return { usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens } };
}
