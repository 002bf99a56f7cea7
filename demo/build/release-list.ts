import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What `/releases.json` of a site says. */
export interface ReleaseList {
  /** Every version below `/v/`, oldest first. */
  readonly releases: readonly string[];
}

/** Writes the list of the releases that a site's folder holds. */
export async function writeReleaseList(site: string): Promise<void> {
  const folder = join(site, 'v');
  const names = existsSync(folder) ? await readdir(folder) : [];
  const order = new Intl.Collator('en', { numeric: true }).compare;
  const list: ReleaseList = { releases: names.toSorted(order) };
  await writeFile(join(site, 'releases.json'), `${JSON.stringify(list, null, 2)}\n`);
}
