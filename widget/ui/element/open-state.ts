import { attempt } from '../../conversation/attempt.ts';
import { recordKey, storageKey } from '../../conversation/storage-key.ts';
import type { ChatHost } from './chat-host.ts';

// The open state has its own key, so that the shell need not parse a transcript to know whether to load the panel.
const keyOf = (instance: string): string => storageKey(instance, 'open');

/** Whether the visitor left the panel open on this tab's last page; undefined when nothing is known. */
export function readOpenState({ instance, storage }: ChatHost): boolean | undefined {
  const value = attempt(() => storage.tab.getItem(keyOf(instance)));
  return value ? value === '1' : undefined;
}

/** Remembers for this tab whether the panel is open. */
export function writeOpenState({ instance, storage }: ChatHost, isOpen: boolean): void {
  attempt(() => storage.tab.setItem(keyOf(instance), isOpen ? '1' : '0'));
}

/** Removes the stored conversation, for `clear()` before the panel's code is loaded. Other tabs hear of it by the storage. */
export function forgetTranscript(instance: string): void {
  attempt(() => {
    for (const area of [sessionStorage, localStorage]) {
      const id = area.getItem(recordKey(instance, 'now'));
      if (!id) continue;
      // A tab that is about to write a message of it then does not.
      area.setItem(recordKey(instance, `c:${id}`), `{"removedAt":${Date.now()}}`);
      for (const key of Object.keys(area))
        if (key.startsWith(recordKey(instance, `m:${id}:`))) area.removeItem(key);
    }
  });
}
