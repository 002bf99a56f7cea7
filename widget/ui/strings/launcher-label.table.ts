import { strings as english } from './en.ts';
import { tableOf } from './table-of.ts';

/** The launcher's accessible name in a closed chat, by language. */
export const LAUNCHER_LABELS = await tableOf(({ openChat }) => openChat);

const { loadFailed, reload } = english;

/** Strings for the case that neither the panel nor `launcher.js` loads, which has these strings in all languages. */
export const FALLBACK_STRINGS = { loadFailed, reload };
