// `npm run docs` writes all files that are generated from the sources and committed.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { ROOT } from '../../widget/build/project.ts';
import { generateAll } from '../house/generated.ts';

try {
  const stale = (await generateAll()).filter(({ current, fresh }) => current !== fresh);
  console.log(stale.length === 0 ? 'Everything that is generated is fresh.' : 'Written:');
  for (const { path, fresh } of stale) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, fresh);
    console.log(`  ${relative(ROOT, path)}`);
  }
} catch (error) {
  // Usually a type error in a source file.
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
