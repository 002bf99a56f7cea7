import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildPackage } from '../../widget/build/build-package.ts';
import { describeFailure } from '../../widget/build/describe-failure.ts';
import { syncFolder } from '../../widget/build/folders.ts';
import { hashPaths } from '../../widget/build/hash-paths.ts';
import { CACHE, DIST } from '../../widget/build/project.ts';
import { assembleSite, keepEarlierReleases } from './assemble-site.ts';
import { writeReleaseList } from './release-list.ts';

/** What a build depends on: its sources, and the packages. */
const SOURCES = [
  'widget',
  'demo',
  'worker',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
];

/** A file with hashes of the sources and of what was built from them. */
export const STAMP_FILE = join(CACHE, 'built-from');

/** Builds like {@link buildAll}, unless `dist/` was built from the same sources. */
export async function buildChanged(): Promise<void> {
  const last = await readFile(STAMP_FILE, 'utf8').catch(() => '');
  const sources = await hashPaths(SOURCES);
  if (last.startsWith(sources) && last === (await stampFor(sources))) return;
  await buildAll();
}

/** What {@link STAMP_FILE} contains while `dist/` is that of sources with this hash. */
async function stampFor(sources: string): Promise<string> {
  return `${sources} ${await hashPaths(['dist'])}`;
}

/**
 * Builds the package and the site into `dist/`. A build that fails leaves the last good one in place; it rejects
 * with an Error whose message begins with the one line to show.
 */
export async function buildAll(): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const scratch = await mkdtemp(join(CACHE, 'build-'));
  const outDir = join(scratch, 'dist');
  const sources = await hashPaths(SOURCES);
  try {
    await buildPackage(outDir, scratch);
    await assembleSite(outDir);
    await keepEarlierReleases(DIST, outDir);
    await writeReleaseList(join(outDir, 'site'));
    await syncFolder(outDir, DIST);
    await writeFile(STAMP_FILE, await stampFor(sources));
  } catch (error) {
    throw new Error(describeFailure(error), { cause: error });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
