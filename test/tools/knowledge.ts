import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles } from './build/folders.ts';
import { ROOT, runCommand } from './run-command.ts';

/** The documents that the demo's answers are drawn from. */
export const KNOWLEDGE = join(ROOT, 'worker/knowledge/content');

const INDEXER_FOLDER = join(ROOT, 'worker/knowledge');
const CACHE = join(ROOT, '.cache');

/**
 * Fills the local database that `wrangler dev` reads; `persistTo` when it was told another place than its own.
 * `folder` holds other documents than the demo's; `flags` are for the indexer.
 */
export async function indexKnowledge(
  persistTo?: string,
  folder = KNOWLEDGE,
  flags: readonly string[] = [],
): Promise<void> {
  const place = persistTo === undefined ? [] : ['--persist-to', persistTo];
  const indexer = join(INDEXER_FOLDER, 'indexer.ts');
  const { code, output } = await runCommand('node', [indexer, folder, ...place, ...flags]);
  if (code !== 0) throw new Error(`the knowledge could not be indexed: ${output.trim()}`);
}

/** A folder of local storage with the knowledge indexed, made once for each state of documents and indexer. */
export async function indexedStorage(): Promise<string> {
  const folder = join(CACHE, `knowledge-${await hashFolder(INDEXER_FOLDER)}`);
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  const scratch = await mkdtemp(join(CACHE, 'indexing-'));
  try {
    await indexKnowledge(scratch);
    // A rename is atomic: a second process never meets half an index.
    await rename(scratch, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
    return folder;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function hashFolder(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const path of (await listFiles(folder)).toSorted()) {
    hash.update(`${path}\0`).update(await readFile(join(folder, path)));
  }
  return hash.digest('hex').slice(0, 16);
}
