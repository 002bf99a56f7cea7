import { parseJson, readList } from '../../protocol/json.ts';
import type { StorageLike } from '../persistence.ts';
import { storageKey } from '../storage-key.ts';
import type { ThreadRecord } from './thread.ts';

/** Where threads are kept. Each method may reject: then they live as long as the page. */
export interface ThreadStore {
  /** Everything that is stored, to be parsed before use. */
  load(): Promise<readonly unknown[]>;
  /** Adds threads, or replaces those of the same ids. */
  put(threads: readonly ThreadRecord[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
}

/** Threads of one tab, under the key `cf-ai-chat:<instance>:threads`. `area` may throw, as `sessionStorage` does in a sandbox. */
export function openTabThreads(area: () => StorageLike, instance: string): ThreadStore {
  const key = storageKey(instance, 'threads');
  const read = (): readonly unknown[] => readList(parseJson(area().getItem(key) ?? '[]'));
  const write = (threads: readonly unknown[]): void => {
    if (threads.length === 0) area().removeItem(key);
    else area().setItem(key, JSON.stringify(threads));
  };
  const without = (ids: ReadonlySet<unknown>): readonly unknown[] =>
    read().filter((thread) => !ids.has((thread as ThreadRecord | null)?.id));
  return {
    load: async () => read(),
    put: async (threads) => write([...without(new Set(threads.map(({ id }) => id))), ...threads]),
    remove: async (ids) => write(without(new Set(ids))),
  };
}

/** Threads that live as long as the page. */
export function openPageThreads(): ThreadStore {
  const threads = new Map<string, ThreadRecord>();
  return {
    load: async () => [...threads.values()],
    put: async (added) => added.forEach((thread) => threads.set(thread.id, thread)),
    remove: async (ids) => ids.forEach((id) => threads.delete(id)),
  };
}
