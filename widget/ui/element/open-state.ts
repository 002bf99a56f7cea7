import { attempt } from '../../conversation/attempt.ts';
import { keyBeside, RECORD_START } from '../../conversation/record.ts';
import { storageKey } from '../../conversation/storage-key.ts';
import type { ChatHost } from './chat-host.ts';

// The open state has its own key, so that the shell need not parse a transcript to know whether to load the panel.
const keyOf = (instance: string): string => storageKey(instance, 'open');

/** Whether the visitor left the panel open on this tab's last page; undefined when nothing is known. */
export function readOpenState({ instance, storage }: ChatHost): boolean | undefined {
  const value = attempt(() => storage.tab.getItem(keyOf(instance)));
  return value === '1' ? true : value === '0' ? false : undefined;
}

/** Remembers for this tab whether the panel is open. */
export function writeOpenState({ instance, storage }: ChatHost, isOpen: boolean): void {
  attempt(() => storage.tab.setItem(keyOf(instance), isOpen ? '1' : '0'));
}

/** Removes the stored transcript, for `clear()` before the panel's code is loaded. */
export function forgetTranscript(instance: string): void {
  const key = storageKey(instance);
  attempt(() => {
    for (const area of [sessionStorage, localStorage])
      for (const own of [key, keyBeside(key)])
        if (area.getItem(own)?.startsWith(RECORD_START)) area.removeItem(own);
    const channel = new BroadcastChannel(key);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has only its own origin
    channel.postMessage({ type: 'clear' });
    channel.close();
  });
}
