import { keysOf, type StorageLike } from './storage-with-memory.ts';
import { recordKey } from './storage-key.ts';

/** A question that waits or was asked, or an answer that grew, when the last page was left. */
const UNFINISHED = /"status":"(?:waiting|streaming)"|"asked":\{/;

/** Whether the conversation that is shown has messages. For a page without the panel's code. Throws what the storage throws. */
export function hasStoredMessages(storage: StorageLike, instance: string): boolean {
  return storedKeys(storage, instance).length > 0;
}

/** Whether the conversation that is shown has a turn to go on with. For a page without the panel's code; throws what the storage throws. */
export function hasUnfinishedTurn(storage: StorageLike, instance: string): boolean {
  return storedKeys(storage, instance).some((key) => UNFINISHED.test(storage.getItem(key) ?? ''));
}

function storedKeys(storage: StorageLike, instance: string): readonly string[] {
  const prefix = recordKey(instance, `m:${storage.getItem(recordKey(instance, 'now'))}:`);
  return keysOf(storage).filter((key) => key.startsWith(prefix));
}
