import { join } from 'node:path';
import { DIST } from '../../widget/build/project.ts';
import { buildAll } from '../../demo/build/build-all.ts';
import { adviseOn, NO_SECRET } from './deploy-advice.ts';
import { readDeployRequest } from './releases/deploy-request.ts';
import { keepLiveReleases } from './releases/live-releases.ts';
import { writeReleaseList } from '../../demo/build/release-list.ts';
import { endCommandsOnSignal, runCommand } from '../../widget/build/run-command.ts';

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
  process.exitCode = await deploy(rest);
} catch (error) {
  console.error(`Nothing was deployed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

/** Runs wrangler, which asks what it needs to know where there is a terminal. Resolves with its exit code. */
async function deploy(args: readonly string[]): Promise<number> {
  const isInteractive = process.stdin.isTTY && process.stdout.isTTY;
  const { code, output } = await runCommand('wrangler', ['deploy', ...args], {
    copyTo: process.stdout,
    isInteractive,
  });
  const advice = code === 0 ? undefined : adviseOn(output);
  if (advice !== undefined) console.error(`\n${advice}`);
  if (code === 0 && !args.includes('--dry-run') && (await lacksSecret())) console.log(`\n${NO_SECRET}`);
  return code;
}

/** Whether the deployed Worker has no SESSION_SECRET; false when that cannot be known. */
async function lacksSecret(): Promise<boolean> {
  const { code, output } = await runCommand('wrangler', ['secret', 'list', '--format', 'json']);
  return code === 0 && !output.includes('"SESSION_SECRET"');
}
