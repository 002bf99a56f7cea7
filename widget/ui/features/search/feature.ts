import { Feature } from '../../feature/feature.ts';
import type { Search } from './search.ts';

/** A dialog that searches and can ask the chat. Opened by the panel. */
export const search = new Feature<Search>({
  load: async () => (await import('./search.ts')).Search,
  isOnlineOnly: true,
});
