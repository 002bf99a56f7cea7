import type { StaticSource } from './static-source.ts';

/** Opens the index in a folder of static files. Its code is loaded only then; rejects where the code does not load. */
export async function loadStaticSource(folder: string): Promise<StaticSource> {
  const { StaticSource: Source } = await import('./static-source.ts');
  return new Source(folder);
}
