import { storageKey } from '../../conversation/storage-key.ts';
import { withSessionStorage } from './session-storage.ts';

// The open state has its own key, so that the shell need not parse a transcript to know whether to load the panel.
const keyOf = (instance: string): string => storageKey(instance, 'open');

/** Whether the visitor left the panel open on this tab's last page; undefined when nothing is known. */
export function readOpenState(instance: string): boolean | undefined {
  const value = withSessionStorage((storage) => storage.getItem(keyOf(instance)));
  return value === '1' ? true : value === '0' ? false : undefined;
}

/** Remembers for this tab whether the panel is open. */
export function writeOpenState(instance: string, isOpen: boolean): void {
  withSessionStorage((storage) => storage.setItem(keyOf(instance), isOpen ? '1' : '0'));
}

/** Removes the stored transcript while the panel, which stores it, is not loaded. */
export function forgetTranscript(instance: string): void {
  withSessionStorage((storage) =>
    [storage, localStorage].map((area) => area.removeItem(storageKey(instance))),
  );
}
