import type { SearchSource } from './search-source.ts';

/** Opens the index in a folder of static files, whose code is loaded where one is named. Rejects where it does not come. */
export async function loadStaticSource(folder: string): Promise<SearchSource> {
  const { StaticSource } = await import('./static-source.ts');
  return new StaticSource(folder);
}
