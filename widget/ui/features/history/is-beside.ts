import type { Chat } from '../../feature/chat.ts';

/**
 * Whether the list of conversations is beside the chat: only if the chat fills the page; the style sheet requires a wide page
 * too.
 */
export function isBeside({ host }: Pick<Chat, 'host'>): boolean {
  return host.mode === 'page' && host.history !== 'off';
}
