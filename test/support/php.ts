import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const NEEDED_EXTENSIONS = ['pdo_sqlite', 'dom', 'mbstring'];

const DEBIAN_PACKAGES = ['php-cli', 'php-sqlite3', 'php-xml', 'php-mbstring'];

/** Another installation may hold apt's lock: wait for it this long. */
const LOCK_TIMEOUT_S = 120;

/** Says why there is no PHP that runs WordPress, after trying to install one; undefined when there is. */
export function findPhpProblem(): string | undefined {
  if (findMissing() === undefined) return undefined;
  installDebianPackages();
  return findMissing();
}

function findMissing(): string | undefined {
  const { stdout, error } = spawnSync('php', ['-m'], { encoding: 'utf8' });
  if (error !== undefined) return 'there is no php, and it could not be installed';
  const loaded = new Set(stdout.toLowerCase().split(/\s+/));
  const missing = NEEDED_EXTENSIONS.filter((name) => !loaded.has(name));
  return missing.length === 0 ? undefined : `php lacks ${missing.join(', ')}`;
}

function installDebianPackages(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`Installing ${DEBIAN_PACKAGES.join(' ')} with apt-get (once) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]): void => {
    execFileSync('apt-get', ['-qq', '-y', '-o', `DPkg::Lock::Timeout=${LOCK_TIMEOUT_S}`, ...args], {
      env,
      stdio: 'ignore',
    });
  };
  try {
    apt('update');
    apt('install', '--no-install-recommends', ...DEBIAN_PACKAGES);
  } catch (error) {
    console.log(`apt-get failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
