import { attempt } from '../../../conversation/attempt.ts';
import { storageKey } from '../../../conversation/storage-key.ts';
import type { ChatHost } from '../../element/chat-host.ts';

/**
 * Loads the notices when one is needed: for a picture, for an answer that another page awaited, or for the teaser. Checks
 * again when the Back button restores the page, because other pages may have stored something. Call the returned function
 * after each update.
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
    // The value is stored beside the conversation, in one of the two storages.
    const key = storageKey(host.instance, 'unread');
    if (attempt(() => sessionStorage.getItem(key) ?? localStorage.getItem(key))) void notices.load();
    handleUpdated();
  };
  // The Back button has restored the page after another page of the tab. Open or close the chat as it was left there.
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
