import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CACHE } from '../../widget/build/project.ts';
import { runCommand } from '../../widget/build/run-command.ts';
import { keptBuild } from './kept-build.ts';

/** What the Worker is built from. */
const SOURCES = ['worker', 'widget/protocol', 'wrangler.jsonc'];

/** The Worker's code, read once in a process. */
let built: Promise<string> | undefined;

/** The Worker's code as `wrangler deploy` builds it, built again once a source has changed. */
export function builtWorker(): Promise<string> {
  return (built ??= keptBuild('worker', SOURCES, buildWorker));
}

async function buildWorker(): Promise<string> {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'worker-'));
  const options = ['deploy', '--dry-run', '--outdir', folder];
  const { code, output } = await runCommand('wrangler', options, { env: { WRANGLER_SEND_METRICS: 'false' } });
  if (code !== 0) throw new Error(output.trim());
  const script = await readFile(join(folder, 'index.js'), 'utf8');
  await rm(folder, { recursive: true });
  if (script === '') throw new Error('the Worker was built empty');
  return script;
}
