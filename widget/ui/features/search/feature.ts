import { Feature } from '../../feature/feature.ts';
import type { Search } from './search.ts';

/** A dialog that searches, and has the chat answer. The panel opens it. */
export const search = new Feature<Search>({
  load: async () => (await import('./search.ts')).Search,
  isOnlineOnly: true,
});
