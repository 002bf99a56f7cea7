import { parseJson, readList, readObject } from '../../protocol/json.ts';
import type { StorageLike } from '../persistence.ts';
import { storageKey } from '../storage-key.ts';
import type { ThreadRecord } from './thread.ts';

/** Stores threads. Each method may reject: then they last as long as the page. */
export interface ThreadStore {
  /** Everything that is stored, to be parsed before use. */
  load(): Promise<readonly unknown[]>;
  /** Adds threads, or replaces those of the same ids. */
  put(threads: readonly ThreadRecord[]): Promise<void>;
  /** Replaces the stored thread by the result of `change`, unless that is undefined. One step: changes of another tab stay. */
  change(id: string, change: ThreadChange): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Removes all threads. */
  clear(): Promise<void>;
}

/** Gets a thread as it is stored, to be parsed before use; undefined for one that is not. */
export type ThreadChange = (stored: unknown) => ThreadRecord | undefined;

/** Threads of one tab, under the key `cf-ai-chat:<instance>:threads`. `area` may throw, as `sessionStorage` does in a sandbox. */
export function openTabThreads(area: () => StorageLike, instance: string): ThreadStore {
  const key = storageKey(instance, 'threads');
  const read = (): readonly unknown[] => readList(parseJson(area().getItem(key) ?? '[]'));
  const write = (threads: readonly unknown[]): void => {
    if (threads.length === 0) area().removeItem(key);
    else area().setItem(key, JSON.stringify(threads));
  };
  const without = (ids: ReadonlySet<unknown>): readonly unknown[] =>
    read().filter((thread) => !ids.has(readObject(thread)['id']));
  return {
    load: async () => read(),
    put: async (threads) => write([...without(new Set(threads.map(({ id }) => id))), ...threads]),
    async change(id, change) {
      const next = change(read().find((thread) => readObject(thread)['id'] === id));
      if (next) write([...without(new Set([id])), next]);
    },
    remove: async (ids) => write(without(new Set(ids))),
    clear: async () => write([]),
  };
}

/** Threads that live as long as the page. */
export function openPageThreads(): ThreadStore {
  const threads = new Map<string, ThreadRecord>();
  return {
    load: async () => [...threads.values()],
    put: async (added) => added.forEach((thread) => threads.set(thread.id, thread)),
    async change(id, change) {
      const next = change(threads.get(id));
      if (next) threads.set(id, next);
    },
    remove: async (ids) => ids.forEach((id) => threads.delete(id)),
    clear: async () => threads.clear(),
  };
}
