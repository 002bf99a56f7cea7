import { toOpenAiError } from '../error-response.ts';
import { ours } from './ours.ts';
import { snakeUsage } from './usage.ts';
import { block, END, type WireFormat } from './wire-format.ts';

/**
 * The stream of Workers AI: `{"response":"…"}`.
 *
 * @example
 * workersAi.encode({ type: 'token', token: 'Hi' }, { queryId: 'q_1', model: 'small' }); // 'data: {"response":"Hi"}\n\n'
 */
export const workersAi: WireFormat = {
  encode: (event) => {
    if (event.type === 'token') return block({ response: event.token });
    if (event.type === 'done') return block({ response: '', ...snakeUsage(event.usage) }) + END;
    // Some readers would print "undefined" without `response`. No [DONE]: the answer is not complete.
    return event.type === 'error' ? block({ response: '', error: toOpenAiError(event) }) : '';
  },
  whole: (answer, done, info) => ({ response: answer, ...ours.whole(answer, done, info) }),
  failure: ours.failure,
};
