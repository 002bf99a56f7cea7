import { tableOf } from './table-of.ts';

/** Words of the notices at the closed launcher. */
export const NOTICE_STRINGS = await tableOf(({ newAnswers, dismiss }) => ({ newAnswers, dismiss }));
