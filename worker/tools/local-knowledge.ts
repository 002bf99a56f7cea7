import { join } from 'node:path';
import { KNOWLEDGE } from '../../demo/build/assemble-site.ts';
import { runCommand } from '../../widget/build/run-command.ts';

const COMMAND = join(import.meta.dirname, 'index-knowledge.ts');

/**
 * Fills the local database that `wrangler dev` reads; `persistTo` when it was told another place than its own.
 * `folder` holds other documents than the demo's; `flags` are for the command.
 */
export async function indexKnowledge(
  persistTo?: string,
  folder = KNOWLEDGE,
  flags: readonly string[] = [],
): Promise<void> {
  const place = persistTo === undefined ? [] : ['--persist-to', persistTo];
  const { code, output } = await runCommand('node', [COMMAND, folder, ...place, ...flags]);
  if (code !== 0) throw new Error(`the knowledge could not be indexed: ${output.trim()}`);
}
