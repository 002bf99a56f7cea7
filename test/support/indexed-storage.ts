import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CACHE } from '../../widget/build/project.ts';
import { indexKnowledge } from '../../worker/tools/local-knowledge.ts';
import { hashPaths } from './hash-paths.ts';

const FOLDERS = ['demo/docs', 'worker/knowledge', 'worker/tools'];

/** A folder of local storage with the knowledge indexed, made once for each state of documents and indexer. */
export async function indexedStorage(): Promise<string> {
  const name = `knowledge-${await hashPaths(FOLDERS)}`;
  const folder = join(CACHE, name);
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  const scratch = await mkdtemp(join(CACHE, 'indexing-'));
  try {
    await indexKnowledge(scratch);
    // A rename is atomic: a second process never meets half an index.
    await rename(scratch, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
    await removeOthers(name);
    return folder;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

const DAY_MS = 86_400_000;

/** Each change of a document makes another folder. One of today may be in use by another run. */
async function removeOthers(name: string): Promise<void> {
  const others = (await readdir(CACHE)).filter((other) => other.startsWith('knowledge-') && other !== name);
  for (const folder of others.map((other) => join(CACHE, other))) {
    const { mtimeMs } = await stat(folder);
    if (Date.now() - mtimeMs > DAY_MS) await rm(folder, { recursive: true, force: true });
  }
}
