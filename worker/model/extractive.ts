import type { Model } from '../model-port.ts';

const NOTE =
  '*No language model is configured here: this is what searching the documentation found, word for word.*';
const NOTHING_FOUND = 'I found nothing about that in the documentation.';
const NOTHING_TO_SEARCH =
  'There is no documentation to search here at the moment, and no language model is configured, so I cannot answer.';

/**
 * Answers without a language model: quotes what the search has found, and says that no model is configured.
 *
 * @example
 * const request = { ...question, passages: [returns], quote: () => ['**Returns** [1]\n\n> Returns are free.\n\n'] };
 * for await (const events of extractiveModel.generate(request, new Answer())) console.log(events);
 * // [{ type: 'token', token: '**Returns** [1]\n\n> Returns are free.\n\n' }], then that no model is configured
 */
export const extractiveModel: Model = {
  name: 'extractive',
  async *generate({ passages, quote }, answer) {
    const found = passages?.length ? quote?.() : undefined;
    const words = passages ? [...(found ?? [NOTHING_FOUND]), `\n\n${NOTE}`] : [NOTHING_TO_SEARCH];
    for (const token of words) yield answer.take([{ type: 'token', token }]);
    yield answer.take([{ type: 'finish', finishReason: 'stop' }]);
  },
};
