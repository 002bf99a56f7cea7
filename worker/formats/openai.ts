import type { DoneEvent } from '../../widget/protocol/chat-event.ts';
import { toOpenAiError } from '../error-response.ts';
import { snakeUsage } from './usage.ts';
import { block, END, type TurnInfo, type WireFormat } from './wire-format.ts';

/**
 * Chat completions of OpenAI.
 *
 * @example
 * openAi.encode({ type: 'token', token: 'Hi' }, { queryId: 'q_1', model: 'small' });
 * // 'data: {"id":"q_1","object":"chat.completion.chunk",…"choices":[{"index":0,"delta":{"content":"Hi"},…}]}\n\n'
 */
export const openAi: WireFormat = {
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
  failure: (error) => ({ ...error, error: toOpenAiError(error) }),
};

function completion({ queryId, model }: TurnInfo, object: string, choice: object, done?: DoneEvent) {
  // OpenAI has no names for our other reasons: an answer that ended well for one of them is a `stop`.
  const finish_reason = done ? (done.finishReason === 'length' ? 'length' : 'stop') : null;
  const choices = [{ index: 0, ...choice, finish_reason }];
  const created = Math.floor(Date.now() / 1_000);
  return { id: queryId, object, created, model, choices, ...snakeUsage(done?.usage) };
}
