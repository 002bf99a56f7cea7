import type { ConversationState } from '../../../conversation/state.ts';
import { Feature } from '../../feature/feature.ts';
import { followNetwork, renderOffline } from './offline-line.ts';
import { waitsForNetwork } from './waits-for-network.ts';

/** Messages that wait for the end of an answer, or for the network. */
export const queue = new Feature({
  load: async () => (await import('./queue.ts')).Queue,
  isWanted: ({ state }) => mayBeNeeded(state),
  prepare: (_lazy, chat) => followNetwork(chat),
  // Drawn as an entry, because the code cannot load any more once the device is offline.
  drawEntry: { hints: (_lazy, chat) => renderOffline(chat) },
  draw: {
    hints: (feature) => feature.render(),
    composer: (feature) => feature.renderButton(),
    failure: (feature, message) => feature.renderWaiting(message),
  },
});

/**
 * Whether the queue may soon be needed. Loaded in advance, because a message may have to wait for the network, and offline no
 * code loads.
 */
function mayBeNeeded(state: ConversationState): boolean {
  return waitsForNetwork(state) || (state.draft !== '' && state.messages.length > 0);
}
