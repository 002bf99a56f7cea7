import { Feature } from '../../feature/feature.ts';

/** The arrows between the versions of a message. `actions` draws them in its row. */
export const versions = new Feature({
  load: async () => (await import('./versions.ts')).Versions,
});
