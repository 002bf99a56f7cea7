import type { StorageLike } from './storage-with-memory.ts';
import { recordKey } from './storage-key.ts';

/** A question that waits or was asked, or an answer that grew, when the last page was left. */
const UNFINISHED = /"status":"(?:waiting|streaming)"|"asked":\{/;

/**
 * Whether the stored conversation has a turn that somebody is to go on with. Reads no more than it must: the panel's code is not
 * here yet. Throws what the storage throws.
 */
export function hasUnfinishedTurn(storage: StorageLike, instance: string): boolean {
  const prefix = recordKey(instance, `m:${storage.getItem(recordKey(instance, 'now'))}:`);
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys.some((key) => key.startsWith(prefix) && UNFINISHED.test(storage.getItem(key) ?? ''));
}
