import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../widget/build/project.ts';

const README = join(ROOT, 'demo/wordpress/readme.txt');
const LINE = /^Tested up to: (.+)$/m;

/** The newest WordPress release with which the plugin's readme says it was tested, such as `7.1`. */
export async function readTestedRelease(): Promise<string> {
  const claimed = LINE.exec(await readFile(README, 'utf8'))?.[1];
  if (claimed === undefined) throw new Error('demo/wordpress/readme.txt has no line "Tested up to"');
  return claimed;
}

/** Writes a release into the plugin's readme if it is newer than the one there. Returns whether it is newer. */
export async function recordTestedRelease(release: string): Promise<boolean> {
  // The plugin directory ignores the third number of 7.1.4.
  const branch = release.split('.').slice(0, 2).join('.');
  if (compareReleases(branch, await readTestedRelease()) <= 0) return false;
  await writeFile(README, (await readFile(README, 'utf8')).replace(LINE, `Tested up to: ${branch}`));
  return true;
}

/** Less than 0 when the first release is older: `6.10` is newer than `6.9`. */
export function compareReleases(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
