import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundledFiles, checkRelease } from './check-release.ts';
import { ROOT, VERSION } from './project.ts';
import { runCommand } from './run-command.ts';

/** Builds, checks and publishes to npm; `npm run release -- --dry-run` publishes nothing. */
async function release(args: readonly string[]): Promise<number> {
  const build = await runCommand('npm', ['run', 'build'], { copyTo: process.stdout });
  if (build.code !== 0) return build.code;
  const problems = checkRelease(
    await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8'),
    VERSION,
    await bundledFiles(),
  );
  for (const problem of problems) console.error(`release: ${problem}`);
  if (problems.length > 0) return 1;
  return withRepository(
    async () => (await runCommand('npm', publishArguments(args), { copyTo: process.stdout })).code,
  );
}

/** npm's statement of where a package was built needs a workflow that may request an identity token. */
function publishArguments(args: readonly string[]): string[] {
  const provenance = process.env['ACTIONS_ID_TOKEN_REQUEST_URL'] === undefined ? [] : ['--provenance'];
  return ['publish', '--ignore-scripts', '--access', 'public', ...provenance, ...args];
}

/**
 * Sets `repository` in package.json during the publication: npm compares it with the workflow's repository, which differs in a
 * fork.
 */
async function withRepository(publish: () => Promise<number>): Promise<number> {
  const path = join(ROOT, 'package.json');
  const original = await readFile(path, 'utf8');
  const repository = process.env['GITHUB_REPOSITORY'];
  if (repository === undefined) return publish();
  const named = { ...(JSON.parse(original) as object), repository: `github:${repository}` };
  try {
    await writeFile(path, JSON.stringify(named, null, 2));
    return await publish();
  } finally {
    await writeFile(path, original);
  }
}

process.exitCode = await release(process.argv.slice(2));
