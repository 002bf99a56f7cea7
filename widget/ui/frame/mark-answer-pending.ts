import { attempt } from '../../conversation/attempt.ts';
import { storageKey } from '../../conversation/storage-key.ts';
import type { ChatHost } from '../element/chat-host.ts';

/** Notes for the next page that an answer is on its way to a closed chat: the page asks for its rest before anybody opens it. */
export function markAnswerPending({ mode, open, instance, storage }: ChatHost): void {
  if (mode !== 'floating' || open) return;
  const key = storageKey(instance, 'unread');
  // The number of answers that nobody has read yet, this one not counted.
  attempt(() => storage.kept.getItem(key) ?? storage.kept.setItem(key, '0'));
}
