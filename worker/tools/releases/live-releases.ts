import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { integrityOf, type Integrity } from '../../../widget/build/write-integrity.ts';
import type { ReleaseList } from '../../../demo/build/release-list.ts';

/**
 * Copies the releases of a deployed site into the new site that is about to replace it. Each file is checked against the release's
 * own `integrity.json`. Throws, so that nothing is deployed, when the site cannot be reached, when a file of a release is missing
 * or wrong, and when a release is in both sites with different content: pages have pinned it.
 *
 * @param folder the new site
 * @returns the versions that were added
 */
export async function keepLiveReleases(site: URL, folder: string): Promise<string[]> {
  const added: string[] = [];
  for (const version of await findLiveReleases(site)) {
    const local = join(folder, 'v', version);
    const integrity = await fetchFile(site, version, 'integrity.json');
    if (existsSync(local))
      refuseOtherContent(version, integrity, await readFile(join(local, 'integrity.json')));
    else {
      await addRelease(site, version, integrity, local);
      added.push(version);
    }
  }
  return added;
}

/** The versions that the site lists; none where it serves no chat yet. */
async function findLiveReleases(site: URL): Promise<readonly string[]> {
  const list = await fetchIfThere(new URL('/releases.json', site));
  return list === undefined ? [] : (JSON.parse(list.toString()) as ReleaseList).releases;
}

async function addRelease(site: URL, version: string, integrity: Buffer, local: string): Promise<void> {
  const { files } = JSON.parse(integrity.toString()) as Integrity;
  const contents = new Map([['integrity.json', integrity]]);
  for (const [path, hash] of Object.entries(files)) {
    const content = await fetchFile(site, version, path);
    if (integrityOf(content) !== hash)
      throw new Error(`${path} of release ${version} is not what its hash says`);
    contents.set(path, content);
  }
  // Written only when all files are there: half a release would later be taken for a whole one.
  for (const [path, content] of contents) {
    await mkdir(dirname(join(local, path)), { recursive: true });
    await writeFile(join(local, path), content);
  }
}

function refuseOtherContent(version: string, live: Buffer, built: Buffer): void {
  if (live.equals(built)) return;
  throw new Error(
    `release ${version} is live with other content, and pages have pinned it: raise "version" in package.json`,
  );
}

async function fetchFile(site: URL, version: string, path: string): Promise<Buffer> {
  const content = await fetchIfThere(new URL(`/v/${version}/${path}`, site));
  if (content === undefined) throw new Error(`release ${version} of ${site.origin} has no ${path}`);
  return content;
}

/** Downloads a file of the site; undefined where the site answers 404. Throws for any other error, and where no response comes. */
async function fetchIfThere(url: URL): Promise<Buffer | undefined> {
  const response = await fetch(url, { cache: 'no-store' }).catch((error: unknown) => {
    throw new Error(`no response came from ${url.href}`, { cause: error });
  });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`status ${response.status} came from ${url.href}`);
  return Buffer.from(await response.arrayBuffer());
}
