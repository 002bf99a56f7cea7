import { openTranscriptStore, type TranscriptStore } from '../../conversation/persistence.ts';
import { ThreadRecords } from '../../conversation/thread-records.ts';
import type { ChatHost } from '../element/chat-panel.ts';
import type { Chat } from '../feature/chat.ts';
import { history } from '../features/history/feature.ts';
import type { OpenTabs } from '../features/tabs/load-tabs.ts';
import type { PageTabs } from '../features/tabs/page-tabs.ts';

/** Where the conversations of a panel are stored. */
export interface Stores {
  /** The conversation that is shown; undefined where it lasts as long as the panel. */
  readonly store: TranscriptStore | undefined;
  readonly threads: ThreadRecords;
  /** The other tabs of the site; undefined where each tab has a conversation of its own. */
  readonly tabs: PageTabs | undefined;
}

/**
 * Opens the stores that the element's settings name. Earlier conversations are kept where, and for as long as, the one that is shown.
 *
 * @param chat gives the panel, which tells the visitor when a full storage has given one up
 */
export function openStores(host: ChatHost, openTabs: OpenTabs | undefined, chat: () => Chat): Stores {
  const { history: isListed, instance, persist, storage } = host;
  const area = (): Storage => {
    if (isListed === 'off') throw new DOMException('earlier chats are not kept', 'NotAllowedError');
    return storage.kept;
  };
  const threads = new ThreadRecords(area, instance, () => tellOfFullStorage(chat()));
  const makeRoom = (): boolean => threads.giveUpOldest();
  const store = persist === 'none' ? undefined : openTranscriptStore(() => storage.kept, instance, makeRoom);
  return { store, threads, tabs: store && openTabs?.(store) };
}

function tellOfFullStorage(chat: Chat): void {
  const { strings, announce } = chat;
  history
    .of(chat)
    .load()
    .then(
      (loaded) => loaded.tell(strings.current.storageFull),
      () => announce(strings.current.storageFull),
    );
}
