import { Feature } from '../../feature/feature.ts';

/** Elements that adornments are for, and the ninth message: from there on they make a long transcript cheaper. */
const ADORNABLE_SELECTOR = 'pre,table,input,blockquote,.message:nth-child(9)';

/** What stands around code, tables and tasks in answers. */
export const adornments = new Feature({
  load: async () => (await import('./adornments.ts')).Adornments,
  isOnlineOnly: true,
  isWanted: ({ root }) => root.querySelector(ADORNABLE_SELECTOR) !== null,
});
