import { Drafts } from '../../conversation/drafts.ts';
import { type HandleFull, RecordStore, type TakenConversation } from '../../conversation/record-store.ts';
import { storageKey } from '../../conversation/storage-key.ts';
import { type StorageMemory, StorageWithMemory } from '../../conversation/storage-with-memory.ts';
import type { ChatHost } from '../element/chat-host.ts';
import type { Chat } from '../feature/chat.ts';
import { history } from '../features/history/feature.ts';

/**
 * Data that could not be written to storage. Shared by all elements of the page, so that it survives when an element is
 * replaced.
 */
const SHARED_MEMORY: StorageMemory = new Map();
/** Data of chats with `persist="none"`, one memory per element. It survives removing and re-inserting the element. */
const ELEMENT_MEMORIES = new WeakMap<ChatHost, StorageMemory>();

/** The stores of a panel's conversations. */
export interface Stores {
  readonly store: RecordStore;
  readonly drafts: Drafts;
}

/**
 * Opens the stores according to the element's settings.
 *
 * @param chat returns the panel, which tells the visitor when a full storage has dropped a conversation
 */
export function openStores(host: ChatHost, chat: () => Chat): Stores {
  const { instance, persist, storage } = host;
  const memory = memoryOf(host);
  // `storage.kept` throws where nothing may be stored.
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
  const own: StorageMemory = ELEMENT_MEMORIES.get(host) ?? new Map();
  ELEMENT_MEMORIES.set(host, own);
  const memory = host.persist === 'none' ? own : SHARED_MEMORY;
  const { storage, instance } = host;
  // The visitor has withdrawn consent: drop all data of this instance.
  if (storage.wasForgotten && !storage.isAllowed)
    for (const key of memory.keys()) if (`${key}:`.startsWith(`${storageKey(instance)}:`)) memory.delete(key);
  return memory;
}

/** Deletes the files of a deleted conversation, once the deletion cannot be undone any more. */
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
  // Shown at once, because the visitor may leave the page before the code of the normal notice has loaded.
  if (!lazy.current) chat.tellMissing(lazy, text);
  lazy.load().then(
    (loaded) => loaded.tell(text),
    () => undefined,
  );
}
