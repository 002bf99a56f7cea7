import { attempt } from '../../../conversation/attempt.ts';
import { storageKey } from '../../../conversation/storage-key.ts';
import type { ChatHost } from '../../element/chat-host.ts';

/** The key under which the size is stored, by the name of the chat. */
export function sizeKey({ instance }: Pick<ChatHost, 'instance'>): string {
  return storageKey(instance, 'size');
}

/** Gives a panel the width and height that a visitor chose, such as `720px 900px`; empty: its own. */
export function applySize({ style }: HTMLElement, size: string): void {
  const [width = '', height = ''] = size.split(' ');
  style.setProperty('--_cf-ai-chat-width', width);
  style.setProperty('--_cf-ai-chat-height', height);
}

/** Gives a panel the size of the visitor's last page. */
export function restoreSize(chat: ChatHost): void {
  // Where nothing may be stored, or read, the panel has its own size.
  const size = attempt(() => chat.storage.kept.getItem(sizeKey(chat)));
  if (size) applySize(chat.panelContainer, size);
}
