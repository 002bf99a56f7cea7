import { openTranscriptStore, type TranscriptStore } from '../../conversation/persistence.ts';
import { Drafts } from '../../conversation/drafts.ts';
import { storageKey } from '../../conversation/storage-key.ts';
import {
  type StorageLike,
  type StorageMemory,
  StorageWithMemory,
} from '../../conversation/storage-with-memory.ts';
import { type HandleFull, ThreadRecords } from '../../conversation/thread-records.ts';
import type { ChatHost } from '../element/chat-host.ts';
import type { Chat } from '../feature/chat.ts';
import { history } from '../features/history/feature.ts';
import type { OpenTabs } from '../features/tabs/load-tabs.ts';
import type { PageTabs } from '../features/tabs/page-tabs.ts';

/** Time in which another tab sends what a full storage has not kept. */
const REST_MS = 500;

/** What no storage took. It outlives an element that is removed, and one that is made in its place. */
const MEMORY: StorageMemory = new Map();
/** What chats store that keep nothing beyond the page: each its own. They may leave the page and come back. */
const MEMORIES = new WeakMap<ChatHost, StorageMemory>();

/** Where the conversations of a panel are stored. */
export interface Stores {
  /** The conversation that is shown. */
  readonly store: TranscriptStore;
  readonly drafts: Drafts;
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
  const memory = memoryOf(host);
  // It throws where nothing is to be kept.
  const kept = new StorageWithMemory(() => storage.kept, memory);
  const area = (): StorageLike => {
    if (isListed === 'off') throw new DOMException('earlier chats are not kept', 'NotAllowedError');
    return storage.kept;
  };
  const handleFull: HandleFull = (outcome) => tellOfFullStorage(chat(), outcome);
  const handleUnstored = (): void => handleFull('unstored');
  const threads = new ThreadRecords(new StorageWithMemory(area, memory), instance, handleFull);
  const store = openTranscriptStore(kept, instance, {
    makeRoom: () => threads.giveUpOldest(),
    handleUnstored,
    handleShortened: () => setTimeout(tellIfShort, REST_MS),
  });
  const drafts = new Drafts({
    tab: new StorageWithMemory(() => storage.tab, memory),
    lasting: persist === 'local' ? kept : undefined,
    instance,
    handleUnstored,
  });
  const tabs = openTabs?.(store);
  const tellIfShort = (): void => {
    if (tabs?.sync.isShort !== false && !chat().signal.aborted) handleFull('shortened');
  };
  return { store, drafts, threads, tabs };
}

function memoryOf(host: ChatHost): StorageMemory {
  const own: StorageMemory = MEMORIES.get(host) ?? new Map();
  MEMORIES.set(host, own);
  const memory = host.persist === 'none' ? own : MEMORY;
  const { storage, instance } = host;
  // The visitor has withdrawn the consent: everything is forgotten.
  if (storage.wasForgotten && !storage.isAllowed)
    for (const key of memory.keys()) if (`${key}:`.startsWith(`${storageKey(instance)}:`)) memory.delete(key);
  return memory;
}

function tellOfFullStorage(chat: Chat, outcome: Parameters<HandleFull>[0]): void {
  const { storageFull, storageTooFull, storageWasTooFull } = chat.strings.current;
  const text = { 'given-up': storageFull, unstored: storageTooFull, shortened: storageWasTooFull }[outcome];
  const lazy = history.of(chat);
  // The page may be left before the code of the line is here.
  if (!lazy.current) chat.tellMissing(lazy, text);
  lazy.load().then(
    (loaded) => loaded.tell(text),
    () => undefined,
  );
}
