import { attempt } from '../../conversation/attempt.ts';
import { storageKey } from '../../conversation/storage-key.ts';
import type { ChatHost } from '../element/chat-host.ts';

/** Stores for the next page that a closed chat awaits an answer, so that the page fetches the rest before the chat is opened. */
export function markAnswerPending({ mode, open, instance, storage }: ChatHost): void {
  if (mode !== 'floating' || open) return;
  const key = storageKey(instance, 'unread');
  // The stored value is the number of unread answers, this one not included.
  attempt(() => storage.kept.getItem(key) ?? storage.kept.setItem(key, '0'));
}
