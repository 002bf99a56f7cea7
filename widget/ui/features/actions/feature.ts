import { isAnswering } from '../../../conversation/state.ts';
import { Feature } from '../../feature/feature.ts';

/** The buttons under an answer: sources, versions, copy, new answer, rating; and those of a question. */
export const actions = new Feature({
  load: async () => (await import('./actions.ts')).Actions,
  // Also without an answer: an edited question that was not sent may have earlier versions with one.
  isWanted: ({ state }) =>
    !isAnswering(state) &&
    (state.versions.size > 0 || state.messages.some(({ role }) => role === 'assistant')),
  draw: {
    tools: (feature, message) => feature.renderRow(message),
    underAnswer: (feature, message) => feature.renderBelow(message),
  },
});
