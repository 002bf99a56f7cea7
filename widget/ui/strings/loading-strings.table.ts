import { tableOf } from './table-of.ts';

/** Strings of the panel while its code loads, by language. */
export const LOADING_STRINGS = await tableOf(({ closeChat, loadFailed, reload }) => ({
  closeChat,
  loadFailed,
  reload,
}));
