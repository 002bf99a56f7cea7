import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
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

/** Each change of a document makes another folder. */
async function removeOthers(name: string): Promise<void> {
  const others = (await readdir(CACHE)).filter((other) => other.startsWith('knowledge-') && other !== name);
  await Promise.all(others.map((other) => rm(join(CACHE, other), { recursive: true, force: true })));
}
