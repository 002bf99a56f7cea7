import { join } from 'node:path';
import { writeReleaseList } from '../../demo/build/release-list.ts';
import { unstable_readConfig } from 'wrangler';
import { DIST, ROOT } from '../../widget/build/project.ts';
import { explainOrigins } from '../../widget/protocol/address.ts';
import { deployBuild } from './deploy-build.ts';
import { readDeployRequest } from './releases/deploy-request.ts';
import { keepLiveReleases } from './releases/live-releases.ts';

const SITE = join(DIST, 'site');

const NO_ADDRESS = `No address is given, so only the releases in dist/site/v are deployed. Where a site is deployed already, name it, or
pages that use an earlier release lose it: npm run deploy -- https://YOUR-WORKER (or set SITE_URL).`;

/**
 * Reads the command line with {@link readDeployRequest}, builds, keeps the releases of the site that is live, and deploys.
 * Resolves with the exit code: wrangler's, or 1 after it has said on the standard error output why nothing was deployed.
 *
 * @param build builds into `dist/`
 */
export async function buildAndDeploy(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  build: () => Promise<void>,
): Promise<number> {
  try {
    const { site, rest } = readDeployRequest(args, env);
    const problem = explainOrigins(
      unstable_readConfig({ config: join(ROOT, 'wrangler.jsonc') }).vars['ALLOWED_ORIGINS'],
    );
    if (problem !== undefined) throw new Error(problem);
    await build();
    if (site === undefined) console.log(NO_ADDRESS);
    else {
      const added = await keepLiveReleases(site, SITE);
      if (added.length > 0) console.log(`Kept from ${site.origin}: ${added.join(', ')}`);
      await writeReleaseList(SITE);
    }
    return await deployBuild(rest);
  } catch (error) {
    console.error(`Nothing was deployed: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}
