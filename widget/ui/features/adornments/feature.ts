import { Feature } from '../../feature/feature.ts';

/** Elements that need adornments. Also the ninth message, because the styles make longer transcripts cheaper. */
const ADORNABLE_SELECTOR = 'pre,table,input,blockquote,.message:nth-child(9)';

/** Adornments of code, tables, tasks and quotes in answers. */
export const adornments = new Feature({
  load: async () => (await import('./adornments.ts')).Adornments,
  isOnlineOnly: true,
  isWanted: ({ root }) => root.querySelector(ADORNABLE_SELECTOR) !== null,
});
