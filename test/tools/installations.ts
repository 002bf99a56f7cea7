import { runCommand } from '../../widget/build/run-command.ts';
import type { Suite } from './suite.ts';

/**
 * Installs the fixtures and programs that suites need besides the packages of `test/package.json`, in the order of the suites, in processes of their
 * own: other suites run meanwhile. npm's packages do not wait for Debian's.
 */
export class Installations {
  readonly #begun = new Map<string, Promise<void>>();

  constructor(suites: readonly Suite[]) {
    this.#begin(suites.flatMap(({ fixtures = [] }) => fixtures.map((name) => `fixtures/${name}`)));
    this.#begin(suites.flatMap(({ programs = [] }) => programs));
  }

  /** Resolves when all that a suite needs is there. Rejects with the reason when it could not be had. */
  async ready({ fixtures = [], programs = [] }: Suite): Promise<void> {
    const names = [...fixtures.map((name) => `fixtures/${name}`), ...programs];
    await Promise.all(names.map((name) => this.#begun.get(name)));
  }

  /** One after the other; a failure keeps no other from being installed. */
  #begin(names: readonly string[]): void {
    let last: Promise<unknown> = Promise.resolve();
    for (const name of new Set(names)) {
      const installed = last.then(() => install(name));
      last = installed.catch(() => undefined);
      this.#begun.set(name, installed);
    }
  }
}

async function install(name: string): Promise<void> {
  const options = { copyTo: process.stdout, leadsGroup: true };
  const { code, output } = await runCommand('node', ['test/tools/install.ts', name], options);
  if (code !== 0) throw new Error(`${name} could not be installed: ${output.trim()}`);
}
