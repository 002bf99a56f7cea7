import { tableOf } from './table-of.ts';

/** Words of the search while the panel's code loads. */
export const SEARCH_STRINGS = await tableOf(({ search, cancel }) => ({ search, cancel }));
