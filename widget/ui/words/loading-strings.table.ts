import { tableOf } from './table-of.ts';

/** Words of the panel while its code loads. */
export const LOADING_STRINGS = await tableOf(({ closeChat, loadFailed, reload }) => ({
  closeChat,
  loadFailed,
  reload,
}));
