import { createStore, delMany, entries, setMany, type UseStore } from 'idb-keyval';
import { storageKey } from '../../conversation/storage-key.ts';
import type { ThreadStore } from '../../conversation/threads/thread-store.ts';

/** Threads that outlive the browser, in an IndexedDB of their own for each instance. */
export function openLastingThreads(instance: string): ThreadStore {
  let store: UseStore | undefined;
  // Opened with the first use: where nothing is ever kept there is no database.
  const use = (): UseStore => (store ??= createStore(storageKey(instance), 'threads'));
  return {
    load: async () => (await entries<string, unknown>(use())).map(([, thread]) => thread),
    put: async (threads) =>
      setMany(
        threads.map((thread) => [thread.id, thread]),
        use(),
      ),
    remove: async (ids) => delMany([...ids], use()),
  };
}
