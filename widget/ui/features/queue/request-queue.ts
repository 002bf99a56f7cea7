import { attempt } from '../../../conversation/attempt.ts';
import { storageKey } from '../../../conversation/storage-key.ts';
import type { ConversationState } from '../../../conversation/state.ts';
import type { LazyFeature } from '../../base/lazy-feature.ts';
import type { Queue, QueueOptions } from './queue.ts';

/** Loads the queue before it is needed: a message may have to wait for a network, and without one no code comes. */
export function requestQueue(queue: LazyFeature<Queue>, state: ConversationState): void {
  if (state.error?.code === 'offline' || (state.draft !== '' && state.messages.length > 0)) queue.request();
}

/** Loads the queue where messages wait since an earlier page, and, if its code did not come while there was a network, when that returns. */
export function followNetwork(
  queue: LazyFeature<Queue>,
  { host, conversation, signal }: Pick<QueueOptions, 'host' | 'conversation' | 'signal'>,
): void {
  if (attempt(() => host.storage.tab.getItem(storageKey(host.instance, 'queue')))) queue.request();
  const load = (): void => void queue.load().catch(() => undefined);
  addEventListener('online', () => conversation.state.error?.code === 'offline' && load(), { signal });
}
