import type { StaticSource } from './static-source.ts';

/** Opens the index in a folder of static files, whose code is loaded where one is named. Rejects where it does not come. */
export async function loadStaticSource(folder: string): Promise<StaticSource> {
  const { StaticSource: Source } = await import('./static-source.ts');
  return new Source(folder);
}
