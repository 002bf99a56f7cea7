import { storageKey } from '../../conversation/storage-key.ts';
import { storageFor } from '../panel/storage-for.ts';

/** A chat whose panel has a size that visitors change. */
export interface SizedChat {
  readonly instance: string;
  readonly persist: 'session' | 'local' | 'none';
  /** The panel. */
  readonly panelContainer: HTMLElement;
}

/** The storage that holds a panel's size; undefined for none. Throws where the page may not use it. */
export function sizeStorage({ persist }: SizedChat): Storage | undefined {
  return persist === 'none' ? undefined : storageFor(persist);
}

/** The key under which the size is stored, by the name of the chat. */
export function sizeKey({ instance }: SizedChat): string {
  return storageKey(instance, 'size');
}

/** Gives a panel the width and height that a visitor chose, such as `720px 900px`; empty: its own. */
export function applySize({ style }: HTMLElement, size: string): void {
  const [width = '', height = ''] = size.split(' ');
  style.setProperty('--_cf-ai-chat-width', width);
  style.setProperty('--_cf-ai-chat-height', height);
}

/** Gives a panel the size of the visitor's last page. */
export function restoreSize(chat: SizedChat): void {
  try {
    const size = sizeStorage(chat)?.getItem(sizeKey(chat));
    if (size) applySize(chat.panelContainer, size);
  } catch {
    // Sandboxed frames throw on any access: the panel has its own size.
  }
}
