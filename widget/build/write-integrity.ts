import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Content of `integrity.json`. */
export interface Integrity {
  readonly version: string;
  /** Address at which the Worker permanently serves the script of exactly this version. */
  readonly url: string;
  /** Subresource Integrity value (sha384) of each file, by the file's path inside the release. */
  readonly files: Readonly<Record<string, string>>;
}

/** Writes `integrity.json` with the hashes of all files that are already in `outDir`. */
export async function writeIntegrity(outDir: string, version: string): Promise<void> {
  const paths = globSync('**/*.*', { cwd: outDir }).toSorted();
  const hashes = await Promise.all(
    paths.map(async (path) => [path, integrityOf(await readFile(join(outDir, path)))] as const),
  );
  const integrity: Integrity = {
    version,
    url: `/v/${version}/cf-ai-chat.js`,
    files: Object.fromEntries(hashes),
  };
  await writeFile(join(outDir, 'integrity.json'), `${JSON.stringify(integrity, null, 2)}\n`);
}

/** The Subresource Integrity value of a file, https://www.w3.org/TR/SRI/ */
export function integrityOf(content: Uint8Array, algorithm: 'sha256' | 'sha384' = 'sha384'): string {
  return `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;
}
