import { runCommand } from '../../widget/build/run-command.ts';

const begun = new Map<string, Promise<void>>();
let last: Promise<unknown> = Promise.resolve();

/**
 * Installs `chromium`, `wordpress` or a folder of packages such as `fixtures/clients`, unless it is installed. Each is installed once,
 * one after the other, in a separate process, so that suites can run meanwhile. Rejects with the reason if the installation fails.
 */
export function install(name: string): Promise<void> {
  const installed = begun.get(name) ?? last.then(() => runInstall(name));
  last = installed.catch(() => undefined);
  begun.set(name, installed);
  return installed;
}

async function runInstall(name: string): Promise<void> {
  const options = { copyTo: process.stdout, leadsGroup: true };
  const { code, output } = await runCommand('node', ['test/tools/install.ts', name], options);
  if (code !== 0) throw new Error(`${name} could not be installed: ${output.trim()}`);
}
