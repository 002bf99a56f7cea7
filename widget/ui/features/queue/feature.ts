import type { ConversationState } from '../../../conversation/state.ts';
import { Feature } from '../../feature/feature.ts';
import { followNetwork, renderOffline } from './offline-line.ts';
import { waitsForNetwork } from './waits-for-network.ts';

/** Messages that wait: for the end of an answer, or for the network. */
export const queue = new Feature({
  load: async () => (await import('./queue.ts')).Queue,
  isWanted: ({ state }) => mayBeNeeded(state),
  prepare: (_lazy, chat) => followNetwork(chat),
  // The code may not come any more when the device goes offline.
  drawEntry: { hints: (_lazy, chat) => renderOffline(chat) },
  draw: {
    hints: (feature) => feature.render(),
    composer: (feature) => feature.renderButton(),
    failure: (feature, message) => feature.renderWaiting(message),
  },
});

/** Before it is needed: a message may have to wait for a network, and without one no code comes. */
function mayBeNeeded(state: ConversationState): boolean {
  return waitsForNetwork(state) || (state.draft !== '' && state.messages.length > 0);
}
