import { strings as english } from './en.ts';
import { tableOf } from './table-of.ts';

/** Names of the launcher of a closed chat. */
export const LAUNCHER_LABELS = await tableOf(({ openChat }) => openChat);

const { loadFailed, reload } = english;

/** What is said where neither the panel comes nor `launcher.js`, which has these words in all languages. */
export const LAST_STRINGS = { loadFailed, reload };
