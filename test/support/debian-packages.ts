import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Another installation may hold apt's lock: wait for it this long. */
const LOCK_TIMEOUT_S = 120;

/**
 * Installs packages of Debian, such as `php-cli` or `php-cli=2:8.2`, where that needs no question: as root, with apt. Where apt
 * fails it says why, and the machine stays as it is.
 */
export function installDebianPackages(packages: readonly string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`Installing ${packages.join(' ')} with apt-get (once) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]): void => {
    execFileSync('apt-get', ['-qq', '-y', '-o', `DPkg::Lock::Timeout=${LOCK_TIMEOUT_S}`, ...args], {
      env,
      stdio: 'ignore',
    });
  };
  try {
    apt('update');
    apt('install', '--no-install-recommends', ...packages);
  } catch (error) {
    console.log(`apt-get failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
