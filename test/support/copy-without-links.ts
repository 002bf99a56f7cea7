import { runCommand } from '../../widget/build/run-command.ts';

/**
 * Copies what is in a folder into another one that exists, with files in place of links. Node's `cpSync` keeps links in
 * folders below, and its `cp` takes nine times the processor time.
 */
export async function copyWithoutLinks(from: string, to: string): Promise<void> {
  const { code, output } = await runCommand('cp', ['-RL', `${from}/.`, to]);
  if (code !== 0) throw new Error(`${from} could not be copied: ${output.trim()}`);
}
