import { Feature } from '../../feature/feature.ts';

/** The way between the versions of a message; the row of actions has its place. */
export const versions = new Feature({
  load: async () => (await import('./versions.ts')).Versions,
});
