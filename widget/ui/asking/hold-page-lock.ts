import { createId } from '../../conversation/create-id.ts';
import { storageKey } from '../../conversation/storage-key.ts';
import type { Chat } from '../feature/chat.ts';

/**
 * From the first word on, holds a lock of the page's own. Firefox gives a page that it has kept for Back its own old copy of
 * `sessionStorage`, without the words of the pages between; it does not keep a page that holds a lock. Other browsers do.
 */
export function holdPageLock({ host, conversation, signal }: Chat): void {
  if (host.persist !== 'session' || !navigator.locks) return;
  const released = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  const end = conversation.subscribe(() => {
    if (!conversation.isStored) return;
    end();
    // Refused in a sandboxed frame, which has no storage either; broken by Safari when the page is left.
    navigator.locks
      .request(storageKey(host.instance, `page:${createId()}`), () => released)
      .catch(() => undefined);
  });
}
