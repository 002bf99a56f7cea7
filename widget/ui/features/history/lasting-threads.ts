import { clear, createStore, delMany, entries, type UseStore } from 'idb-keyval';
import type { EarlierThreads } from '../../../conversation/threads/threads.ts';
import { storageKey } from '../../../conversation/storage-key.ts';
import type { ChatStorage } from '../../element/chat-storage.ts';

/** A database that is blocked or out of order may never answer. */
const PATIENCE_MS = 3_000;

/** Threads that outlive the browser as release 0.2.0 stored them: in an IndexedDB of their own for each instance. */
export function openLastingThreads(instance: string, storage: ChatStorage): EarlierThreads {
  let store: UseStore | undefined;
  const use = (): UseStore => {
    if (!storage.isAllowed) throw new DOMException('this chat stores nothing', 'NotAllowedError');
    return (store ??= createStore(storageKey(instance), 'threads'));
  };
  return {
    load: () => inTime(async () => (await entries<string, unknown>(use())).map(([, thread]) => thread)),
    remove: (ids) => inTime(() => delMany([...ids], use())),
    clear: () => inTime(() => clear(use())),
  };
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
