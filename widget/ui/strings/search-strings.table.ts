import { tableOf } from './table-of.ts';

/** Strings of the search while the panel's code loads, by language. */
export const SEARCH_STRINGS = await tableOf(({ search, cancel }) => ({ search, cancel }));
