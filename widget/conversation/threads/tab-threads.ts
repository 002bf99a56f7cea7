import { parseJson, readList, readObject } from '../../protocol/json.ts';
import { storageKey } from '../storage-key.ts';
import type { StorageLike } from '../storage-with-memory.ts';
import type { EarlierThreads } from './threads.ts';

/** Threads of one tab as release 0.2.0 stored them: one list, under the key `cf-ai-chat:<instance>:threads`. */
export function openTabThreads(area: () => StorageLike, instance: string): EarlierThreads {
  const key = storageKey(instance, 'threads');
  const read = (): readonly unknown[] => readList(parseJson(area().getItem(key) ?? '[]'));
  return {
    load: async () => read(),
    async remove(ids) {
      const kept = read().filter((thread) => !ids.includes(String(readObject(thread)['id'])));
      if (kept.length === 0) area().removeItem(key);
      else area().setItem(key, JSON.stringify(kept));
    },
    clear: async () => area().removeItem(key),
  };
}
