import { isAnswering } from '../../../conversation/state.ts';
import { Feature } from '../../feature/feature.ts';

/** The row under an answer: sources, versions, copy, answer again, rate; and the tools of a question. */
export const actions = new Feature({
  load: async () => (await import('./actions.ts')).Actions,
  // An edited question that was not delivered has no answer, and earlier versions that have one.
  isWanted: ({ state }) =>
    !isAnswering(state) &&
    (state.versions.size > 0 || state.messages.some(({ role }) => role === 'assistant')),
  draw: {
    tools: (feature, message) => feature.renderRow(message),
    underAnswer: (feature, message) => feature.renderBelow(message),
  },
});
