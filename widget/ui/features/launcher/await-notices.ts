import { attempt } from '../../../conversation/attempt.ts';
import { storageKey } from '../../../conversation/storage-key.ts';
import type { ChatHost } from '../../element/chat-host.ts';

/**
 * Has the notices loaded when there is a first one: a picture, an answer that another page was left with, or the teaser. Follows
 * what the pages have stored between which the visitor goes back. Call what it returns after each update.
 */
export function awaitNotices(host: ChatHost, signal: AbortSignal): () => void {
  const { notices } = host;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const showTeaser = async (): Promise<void> => {
    if (!notices.hasOpened) (await notices.load())?.showTeaser();
  };
  const handleUpdated = (): void => {
    if (!host.isConnected || host.mode !== 'floating' || !host.canAnswer) return;
    if (host.avatar) void notices.load();
    if (host.teaser) timer ??= setTimeout(() => void showTeaser(), host.teaserDelay);
  };
  const look = (): void => {
    // It is where the conversation is: in one of the two.
    const key = storageKey(host.instance, 'unread');
    if (attempt(() => sessionStorage.getItem(key) ?? localStorage.getItem(key))) void notices.load();
    handleUpdated();
  };
  // Back has brought the page, and another one of the tab was shown between: the chat stays as the visitor has left it there.
  const handleShown = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return;
    host.restoreOpen();
    look();
  };
  addEventListener('pageshow', handleShown, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  look();
  return handleUpdated;
}
