import { createId } from '../../conversation/create-id.ts';
import { storageKey } from '../../conversation/storage-key.ts';
import type { Chat } from '../feature/chat.ts';

/**
 * Holds a lock of the page's own, once its visitor uses the chat. Firefox gives a page that it has kept for Back its own old copy of
 * `sessionStorage`, without the words of the pages between; it does not keep a page that holds a lock. Other browsers do.
 */
export function holdPageLock(chat: Chat): void {
  const { host, conversation, signal } = chat;
  if (host.persist === 'none' || !navigator.locks) return;
  const released = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  const hold = (): void => {
    if (!isUsed(chat)) return;
    end();
    // Refused in a sandboxed frame, which has no storage either; broken by Safari when the page is left.
    navigator.locks
      .request(storageKey(host.instance, `page:${createId()}`), () => released)
      .catch(() => undefined);
  };
  const end = conversation.subscribe(hold);
  hold();
}

/** A floating chat has no panel before it is opened; the others have one on each page. */
function isUsed({ host, conversation, state }: Chat): boolean {
  return host.isFloating || conversation.isStored || state.records.size > 0 || state.draft !== '';
}
