import { block, type WireFormat } from './wire-format.ts';

/**
 * Our own format: each event as JSON.
 *
 * @example
 * ours.whole('Hi', { type: 'done', finishReason: 'stop' }, { queryId: 'q_1', model: 'small' });
 * // { answer: 'Hi', sources: [], finishReason: 'stop', type: undefined }
 */
export const ours: WireFormat = {
  encode: block,
  whole: (answer, done) => ({ answer, sources: [], ...done, type: undefined }),
  hasSuggestions: true,
  failure: (error) => error,
};
