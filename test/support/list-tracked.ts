import { runCommand } from '../../widget/build/run-command.ts';

/** Paths, from the root, of the files under version control: of those that match `patterns`, or of all. */
export async function listTracked(...patterns: string[]): Promise<string[]> {
  const { code, output } = await runCommand('git', ['ls-files', '-z', ...patterns]).catch(() => {
    throw new Error('git is missing: install it');
  });
  if (code !== 0) throw new Error(`git ls-files failed: ${output.trim()}`);
  // A file that was deleted but not committed yet is still listed.
  return output.split('\0').filter((path) => path !== '');
}
