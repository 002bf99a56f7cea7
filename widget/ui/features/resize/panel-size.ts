import { attempt } from '../../../conversation/attempt.ts';
import { storageKey } from '../../../conversation/storage-key.ts';
import type { ChatHost } from '../../element/chat-host.ts';

/** The key under which the size of an instance is stored. */
export function sizeKey({ instance }: Pick<ChatHost, 'instance'>): string {
  return storageKey(instance, 'size');
}

/** Sets a panel's width and height, such as `720px 900px`; an empty text sets the default size. */
export function applySize({ style }: HTMLElement, size: string): void {
  const [width = '', height = ''] = size.split(' ');
  style.setProperty('--_cf-ai-chat-width', width);
  style.setProperty('--_cf-ai-chat-height', height);
}

/** Sets the size that the visitor's last page has stored. */
export function restoreSize(chat: ChatHost): void {
  // Where nothing can be stored or read, the panel has the default size.
  const size = attempt(() => chat.storage.kept.getItem(sizeKey(chat)));
  if (size) applySize(chat.panelContainer, size);
}
