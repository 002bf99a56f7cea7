import { join } from 'node:path';
import { DIST } from '../../widget/build/project.ts';
import { buildAll } from '../../demo/build/build-all.ts';
import { deployBuild } from './deploy-build.ts';
import { readDeployRequest } from './releases/deploy-request.ts';
import { keepLiveReleases } from './releases/live-releases.ts';
import { writeReleaseList } from '../../demo/build/release-list.ts';
import { endCommandsOnSignal } from '../../widget/build/run-command.ts';

const SITE = join(DIST, 'site');

const NO_ADDRESS = `No address is given, so only the releases in dist/site/v are deployed. Where a site is deployed already, name it, or
pages that use an earlier release lose it: npm run deploy -- https://YOUR-WORKER (or set SITE_URL).`;

endCommandsOnSignal();
const { site, rest } = readDeployRequest(process.argv.slice(2), process.env);
try {
  await buildAll();
  if (site === undefined) console.log(NO_ADDRESS);
  else {
    const added = await keepLiveReleases(site, SITE);
    if (added.length > 0) console.log(`Kept from ${site.origin}: ${added.join(', ')}`);
    await writeReleaseList(SITE);
  }
  process.exitCode = await deployBuild(rest);
} catch (error) {
  console.error(`Nothing was deployed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
