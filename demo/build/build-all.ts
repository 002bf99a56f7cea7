import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildPackage } from '../../widget/build/build-package.ts';
import { describeFailure } from '../../widget/build/describe-failure.ts';
import { syncFolder } from '../../widget/build/folders.ts';
import { CACHE, DIST } from '../../widget/build/project.ts';
import { assembleSite, keepEarlierReleases } from './assemble-site.ts';
import { writeReleaseList } from './release-list.ts';

/**
 * Builds the package and the site into `dist/`. A build that fails leaves the last good one in place; it rejects
 * with an Error whose message begins with the one line to show.
 */
export async function buildAll(): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const scratch = await mkdtemp(join(CACHE, 'build-'));
  const outDir = join(scratch, 'dist');
  try {
    await buildPackage(outDir, scratch);
    await assembleSite(outDir);
    await keepEarlierReleases(DIST, outDir);
    await writeReleaseList(join(outDir, 'site'));
    await syncFolder(outDir, DIST);
  } catch (error) {
    throw new Error(describeFailure(error), { cause: error });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
