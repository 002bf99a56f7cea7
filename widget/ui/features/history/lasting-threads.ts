import { clear, createStore, delMany, entries, promisifyRequest, setMany, type UseStore } from 'idb-keyval';
import { storageKey } from '../../../conversation/storage-key.ts';
import type { ChatStorage } from '../../element/chat-storage.ts';
import type { ThreadChange, ThreadStore } from '../../../conversation/threads/thread-store.ts';

/** A database that is blocked or out of order may never answer. */
const PATIENCE_MS = 3_000;

/** Threads that outlive the browser, in an IndexedDB of their own for each instance. */
export function openLastingThreads(instance: string, storage: ChatStorage): ThreadStore {
  let store: UseStore | undefined;
  // Opened with the first use: where nothing is ever kept there is no database.
  const use = (): UseStore => {
    if (!storage.isAllowed) throw new DOMException('this chat stores nothing', 'NotAllowedError');
    return (store ??= createStore(storageKey(instance), 'threads'));
  };
  return {
    load: () => inTime(async () => (await entries<string, unknown>(use())).map(([, thread]) => thread)),
    put: (threads) =>
      inTime(() =>
        setMany(
          threads.map((thread) => [thread.id, thread]),
          use(),
        ),
      ),
    change: (id, change) => inTime(() => use()('readwrite', (area) => changeIn(area, id, change))),
    clear: () => inTime(() => clear(use())),
    remove: (ids) => inTime(() => delMany([...ids], use())),
  };
}

function changeIn(area: IDBObjectStore, id: string, change: ThreadChange): Promise<void> {
  const reading = area.get(id);
  reading.addEventListener('success', () => {
    const next = change(reading.result);
    if (next) area.put(next, id);
  });
  return promisifyRequest(area.transaction);
}

/** Rejects when that takes too long. */
async function inTime<T>(access: () => Promise<T>): Promise<T> {
  const answer = access();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DOMException('no answer', 'TimeoutError')), PATIENCE_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
