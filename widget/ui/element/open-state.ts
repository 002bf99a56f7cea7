import { attempt } from '../../conversation/attempt.ts';
import { recordKey, storageKey } from '../../conversation/storage-key.ts';
import type { ChatHost } from './chat-host.ts';

// Stored separately from the transcript, so that the shell can decide whether to load the panel without parsing the
// transcript.
const keyOf = (instance: string): string => storageKey(instance, 'open');

/** Whether the panel was open on the last page in this tab; undefined where nothing is stored. */
export function readOpenState({ instance, storage }: ChatHost): boolean | undefined {
  const value = attempt(() => storage.tab.getItem(keyOf(instance)));
  return value ? value === '1' : undefined;
}

/** Stores for this tab whether the panel is open. */
export function writeOpenState({ instance, storage }: ChatHost, isOpen: boolean): void {
  attempt(() => storage.tab.setItem(keyOf(instance), isOpen ? '1' : '0'));
}

/**
 * Deletes the stored conversation, for `clear()` before the panel's code is loaded. Other tabs notice through the `storage`
 * event.
 */
export function forgetTranscript(instance: string): void {
  attempt(() => {
    for (const area of [sessionStorage, localStorage]) {
      const id = area.getItem(recordKey(instance, 'now'));
      if (!id) continue;
      // A tombstone: a tab that is about to write a message of this conversation then does not.
      area.setItem(recordKey(instance, `c:${id}`), `{"removedAt":${Date.now()}}`);
      for (const key of Object.keys(area))
        if (key.startsWith(recordKey(instance, `m:${id}:`))) area.removeItem(key);
    }
  });
}
