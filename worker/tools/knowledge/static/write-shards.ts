import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexedDocument } from '../indexed-document.ts';
import { shardsOf } from './shards.ts';

const SHARD = /^(?:terms|texts)-[\da-f]{8}\.json$/;

/** Writes the files of an index into a folder, and removes shards of an earlier one. Returns a line for the owner. */
export function writeShards(documents: readonly IndexedDocument[], folder: string): string {
  mkdirSync(folder, { recursive: true });
  const files = shardsOf(documents);
  let bytes = 0;
  for (const [name, text] of files) {
    writeFileSync(join(folder, name), text);
    bytes += Buffer.byteLength(text);
  }
  for (const name of readdirSync(folder))
    if (SHARD.test(name) && !files.has(name)) rmSync(join(folder, name));
  return `written: ${files.size} files, ${(bytes / 1_000_000).toFixed(1)} MB, in ${folder}`;
}
