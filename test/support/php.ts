import { spawnSync } from 'node:child_process';
import { installDebianPackages } from './debian-packages.ts';

const NEEDED_EXTENSIONS = ['pdo_sqlite', 'dom', 'mbstring'];

const DEBIAN_PACKAGES = ['php-cli', 'php-sqlite3', 'php-xml', 'php-mbstring'];

/** Why no PHP can run WordPress here; undefined if one can. Tries to install PHP first. */
export function findPhpProblem(): string | undefined {
  if (findMissing() === undefined) return undefined;
  installDebianPackages(DEBIAN_PACKAGES);
  return findMissing();
}

function findMissing(): string | undefined {
  const { stdout, error } = spawnSync('php', ['-m'], { encoding: 'utf8' });
  if (error !== undefined) return 'there is no php, and it could not be installed';
  const loaded = new Set(stdout.toLowerCase().split(/\s+/));
  const missing = NEEDED_EXTENSIONS.filter((name) => !loaded.has(name));
  return missing.length === 0 ? undefined : `php lacks ${missing.join(', ')}`;
}
