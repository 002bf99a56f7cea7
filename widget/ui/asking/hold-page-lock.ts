import { createId } from '../../conversation/create-id.ts';
import { storageKey } from '../../conversation/storage-key.ts';
import type { Chat } from '../feature/chat.ts';

/**
 * Holds a lock of the page while its visitor uses the chat. The reason is Firefox: it restores a page for the Back button with
 * an old copy of `sessionStorage`, which lacks the messages of the pages in between. It does not do so for a page that held a
 * lock. Other browsers restore correctly.
 */
export function holdPageLock(chat: Chat): void {
  const { host, conversation, signal } = chat;
  if (host.persist === 'none' || !navigator.locks) return;
  const released = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  const hold = (): void => {
    if (!isUsed(chat)) return;
    end();
    // Rejected in a sandboxed iframe, which has no storage either; Safari breaks the lock when the page is left.
    navigator.locks
      .request(storageKey(host.instance, `page:${createId()}`), () => released)
      .catch(() => undefined);
  };
  const end = conversation.subscribe(hold);
  hold();
}

/**
 * Whether the chat is used. A floating chat has no panel before it is opened, so a panel is enough; other chats have one on
 * each page.
 */
function isUsed({ host, conversation, state }: Chat): boolean {
  return host.isFloating || conversation.isStored || state.records.size > 0 || state.draft !== '';
}
