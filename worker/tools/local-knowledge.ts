import { join } from 'node:path';
import { KNOWLEDGE } from '../../demo/build/assemble-site.ts';
import { runCommand } from '../../widget/build/run-command.ts';

const COMMAND = join(import.meta.dirname, 'index-knowledge.ts');

/** Fills the local database that `wrangler dev` reads with our documentation, while it holds no other; `persistTo` when that database is kept elsewhere. */
export async function indexKnowledge(persistTo?: string): Promise<void> {
  const databaseFlags = persistTo === undefined ? [] : ['--persist-to', persistTo];
  const { code, output } = await runCommand('node', [COMMAND, KNOWLEDGE, '--example', ...databaseFlags]);
  if (code !== 0) throw new Error(`the knowledge could not be indexed: ${output.trim()}`);
}
