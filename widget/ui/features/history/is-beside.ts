import type { Chat } from '../../feature/chat.ts';

/** Whether the list of conversations stands at the side of a chat that fills the page, if the page is wide. */
export function isBeside({ host }: Pick<Chat, 'host'>): boolean {
  return host.mode === 'page' && host.history !== 'off';
}
