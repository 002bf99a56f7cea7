import { tableOf } from './table-of.ts';

/** Strings of the notices at the closed launcher, by language. */
export const NOTICE_STRINGS = await tableOf(({ newAnswers, dismiss }) => ({ newAnswers, dismiss }));
