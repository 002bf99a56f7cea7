import { endCommandsOnSignal, runCommand } from '../../widget/build/run-command.ts';
import { adviseOn, NO_SECRET } from './deploy-advice.ts';

/**
 * Deploys the last build by wrangler, which asks what it needs to know where there is a terminal. Says what to do next where
 * the Worker lacks something. Resolves with wrangler's exit code.
 */
export async function deployBuild(args: readonly string[]): Promise<number> {
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

if (import.meta.main) {
  endCommandsOnSignal();
  process.exitCode = await deployBuild(process.argv.slice(2));
}
