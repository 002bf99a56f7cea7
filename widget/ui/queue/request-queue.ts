import { attempt } from '../../conversation/attempt.ts';
import { storageKey } from '../../conversation/storage-key.ts';
import type { ConversationState } from '../../conversation/state.ts';
import type { LazyFeature } from '../panel/lazy-feature.ts';
import type { Queue, QueueOptions } from './queue.ts';

/** Loads the queue before it is needed: a message may have to wait for a network, and without one no code comes. */
export function requestQueue(queue: LazyFeature<Queue>, state: ConversationState): void {
  if (state.error?.code === 'offline' || (state.draft !== '' && state.messages.length > 0)) queue.request();
}

/** The same for what waits since an earlier page, and where the code did not come before the network was gone. */
export function followNetwork(
  queue: LazyFeature<Queue>,
  { host, conversation, signal }: Pick<QueueOptions, 'host' | 'conversation' | 'signal'>,
): void {
  if (attempt(() => host.storage.tab.getItem(storageKey(host.instance, 'queue')))) queue.request();
  const load = (): void => void queue.load().catch(() => undefined);
  addEventListener('online', () => conversation.state.error?.code === 'offline' && load(), { signal });
}
