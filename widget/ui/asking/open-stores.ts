import { Drafts } from '../../conversation/drafts.ts';
import { type HandleFull, RecordStore, type TakenConversation } from '../../conversation/record-store.ts';
import { storageKey } from '../../conversation/storage-key.ts';
import { type StorageMemory, StorageWithMemory } from '../../conversation/storage-with-memory.ts';
import type { ChatHost } from '../element/chat-host.ts';
import type { Chat } from '../feature/chat.ts';
import { history } from '../features/history/feature.ts';

/** What no storage took. It outlives an element that is removed, and one that is made in its place. */
const MEMORY: StorageMemory = new Map();
/** What chats store that keep nothing beyond the page: each its own. They may leave the page and come back. */
const MEMORIES = new WeakMap<ChatHost, StorageMemory>();

/** Where the conversations of a panel are stored. */
export interface Stores {
  readonly store: RecordStore;
  readonly drafts: Drafts;
}

/**
 * Opens the stores that the element's settings name.
 *
 * @param chat gives the panel, which tells the visitor when a full storage has given a conversation up
 */
export function openStores(host: ChatHost, chat: () => Chat): Stores {
  const { instance, persist, storage } = host;
  const memory = memoryOf(host);
  // It throws where nothing is to be kept.
  const kept = new StorageWithMemory(() => storage.kept, memory);
  const handleFull: HandleFull = (outcome) => tellOfFullStorage(chat(), outcome);
  const store: RecordStore = new RecordStore({
    storage: kept,
    instance,
    handleFull,
    handleRemoved: (taken) => forgetFiles(host, taken, store),
  });
  const drafts = new Drafts({
    tab: new StorageWithMemory(() => storage.tab, memory),
    lasting: persist === 'local' ? kept : undefined,
    instance,
    handleUnstored: () => handleFull('unstored'),
  });
  return { store, drafts };
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

/** The files of a conversation go with it, once nobody can take it back. */
function forgetFiles(host: ChatHost, taken: TakenConversation, store: RecordStore): void {
  if (![...taken.entries.values()].join().includes('"type":"file"')) return;
  import('../../attachments/with-files.ts')
    .then(({ forgetFiles: forget }) => forget(host, taken, () => store.isRemoved(taken.id)))
    .catch(() => undefined);
}

function tellOfFullStorage(chat: Chat, outcome: Parameters<HandleFull>[0]): void {
  const { storageFull, storageTooFull } = chat.strings.current;
  const text = { 'given-up': storageFull, unstored: storageTooFull }[outcome];
  const lazy = history.of(chat);
  // The page may be left before the code of the line is here.
  if (!lazy.current) chat.tellMissing(lazy, text);
  lazy.load().then(
    (loaded) => loaded.tell(text),
    () => undefined,
  );
}
