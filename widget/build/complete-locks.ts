import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completeLockFile, findMissingBinaries, type LockFile } from './lock-files.ts';
import { ROOT } from './project.ts';

// `npm run locks`, to be run after a dependency has changed: adds the binaries that the registry lacks to every lock file.
const exclude = (path: string): boolean => /(?:^|[\\/])(?:node_modules|\.cache)$/.test(path);
for (const path of globSync('**/package-lock.json', { cwd: ROOT, exclude })) {
  const lock = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as LockFile;
  const missing = findMissingBinaries(lock);
  if (missing.length === 0) continue;
  writeFileSync(join(ROOT, path), `${JSON.stringify(completeLockFile(lock), null, 2)}\n`);
  console.log(`${path}: added ${missing.map(({ name }) => name).join(', ')}`);
}
