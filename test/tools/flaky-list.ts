import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../widget/build/project.ts';

/** The list of flaky test files. */
export const FLAKY_PAGE = join(ROOT, 'test/flaky.md');

/** A test file that failed, and passed in most of its runs. */
export interface FlakyFile {
  /** From the root. */
  readonly path: string;
  /** Runs that failed. */
  readonly failed: number;
  /** All its runs. */
  readonly runs: number;
}

/** The line of `npm test` for a file: `flaky: test/a.test.ts (failed 2 of 6)`. */
export function formatFlaky(file: FlakyFile): string {
  return `flaky: ${describe(file)}`;
}

/** Paths of the files in the list, from the root. */
export async function readFlaky(page = FLAKY_PAGE): Promise<readonly string[]> {
  const text = await readFile(page, 'utf8');
  return [...text.matchAll(/^- \d{4}-\d\d-\d\d: (\S+) /gm)].map(([, path = '']) => path);
}

/** Enters files into the list with the date of today, unless they are there. Rejects when the list cannot be read or written. */
export async function enterFlaky(files: readonly FlakyFile[], page = FLAKY_PAGE): Promise<void> {
  const known = await readFlaky(page);
  const fresh = files.filter(({ path }) => !known.includes(path));
  if (fresh.length === 0) return;
  const today = new Date().toISOString().slice(0, 10);
  const entries = fresh.map((file) => `- ${today}: ${describe(file)}\n`);
  const text = (await readFile(page, 'utf8')).trimEnd();
  await writeFile(page, `${text}${known.length === 0 ? '\n\n' : '\n'}${entries.join('')}`);
}

function describe({ path, failed, runs }: FlakyFile): string {
  return `${path} (failed ${failed} of ${runs})`;
}
