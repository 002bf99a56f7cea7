import { retryLater } from '../../transport/retry-later.ts';
import type { Chat } from '../feature/chat.ts';

const NOTICE_TRIES = 3;
const NOTICE_PAUSE_MS = 10_000;

/** Counts answers that end while the panel is closed, for the notice at the launcher. */
export function countUnreadAnswers(chat: Chat): void {
  const { host, conversation } = chat;
  conversation.subscribe(({ type }) => {
    if (type === 'response-end' && host.isFloating && !host.open) void addUnread(chat, NOTICE_TRIES);
  });
}

/** Adds an unread answer to the notices. Tries again if the code of the notices does not load. */
async function addUnread(chat: Chat, tries: number): Promise<void> {
  const { host, signal } = chat;
  const notices = await host.notices.load();
  if (notices) notices.addUnread();
  else if (tries > 0 && !signal.aborted && !host.open)
    retryLater(NOTICE_PAUSE_MS, () => void addUnread(chat, tries - 1));
}
