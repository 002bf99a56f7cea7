import { tableOf } from './table-of.ts';

/** Words of the launcher, and of the frame in which the panel is awaited. */
export const SHELL_WORDS = await tableOf(({ openChat, closeChat, loadFailed, reload }) => ({
  openChat,
  closeChat,
  loadFailed,
  reload,
}));
