import { clear, createStore, delMany, entries, promisifyRequest, setMany, type UseStore } from 'idb-keyval';
import { storageKey } from '../../conversation/storage-key.ts';
import type { ChatStorage } from '../shell/chat-storage.ts';
import type { ThreadStore } from '../../conversation/threads/thread-store.ts';

/** Threads that outlive the browser, in an IndexedDB of their own for each instance. */
export function openLastingThreads(instance: string, storage: ChatStorage): ThreadStore {
  let store: UseStore | undefined;
  // Opened with the first use: where nothing is ever kept there is no database.
  const use = (): UseStore => {
    if (!storage.isAllowed) throw new DOMException('this chat stores nothing', 'NotAllowedError');
    return (store ??= createStore(storageKey(instance), 'threads'));
  };
  return {
    load: async () => (await entries<string, unknown>(use())).map(([, thread]) => thread),
    put: async (threads) =>
      setMany(
        threads.map((thread) => [thread.id, thread]),
        use(),
      ),
    change: async (id, change) =>
      use()('readwrite', (area) => {
        const reading = area.get(id);
        reading.addEventListener('success', () => {
          const next = change(reading.result);
          if (next) area.put(next, id);
        });
        return promisifyRequest(area.transaction);
      }),
    clear: async () => clear(use()),
    remove: async (ids) => delMany([...ids], use()),
  };
}
