import type { ConversationState } from '../../../conversation/state.ts';
import { Feature } from '../../feature/feature.ts';

/** Messages that wait: for the end of an answer, or for the network. */
export const queue = new Feature({
  load: async () => (await import('./queue.ts')).Queue,
  isWanted: ({ state }) => mayBeNeeded(state),
  draw: {
    hints: (feature) => feature.render(),
    composer: (feature) => feature.renderButton(),
    failure: (feature, message) => feature.renderWaiting(message),
  },
});

/** Before it is needed: a message may have to wait for a network, and without one no code comes. */
function mayBeNeeded({ error, draft, messages, waiting }: ConversationState): boolean {
  const hasWaiting = waiting.length > 0 || messages.at(-1)?.status === 'waiting';
  return hasWaiting || error?.code === 'offline' || (draft !== '' && messages.length > 0);
}
