import { attempt } from '../../../conversation/attempt.ts';
import type { ConversationState } from '../../../conversation/state.ts';
import { storageKey } from '../../../conversation/storage-key.ts';
import type { ChatHost } from '../../element/chat-host.ts';
import { Feature } from '../../feature/feature.ts';

/** Messages that wait: for the end of an answer, or for the network. */
export const queue = new Feature({
  load: async () => (await import('./queue.ts')).Queue,
  isWanted: ({ state }) => mayBeNeeded(state),
  // Messages that wait.
  isLeft: ({ host }) => hasStored(host),
  draw: {
    hints: (feature) => feature.render(),
    composer: (feature) => feature.renderButton(),
    failure: (feature, message) => feature.renderWaiting(message),
  },
});

/** Before it is needed: a message may have to wait for a network, and without one no code comes. */
function mayBeNeeded({ error, draft, messages }: ConversationState): boolean {
  return error?.code === 'offline' || (draft !== '' && messages.length > 0);
}

function hasStored({ instance, storage }: ChatHost): boolean {
  return Boolean(attempt(() => storage.tab.getItem(storageKey(instance, 'queue'))));
}
