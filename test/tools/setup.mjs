// Plain JavaScript for Node 20, with nothing but Node's own modules: this runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const OLDEST_NODE = 20;
const TOOLCHAIN_NODE = 24;

/**
 * Says why the installed packages do not fit the lock file, or undefined when they do.
 *
 * @param {string} root folder that holds package-lock.json and node_modules
 * @returns {string | undefined}
 */
export function findStaleness(root) {
  const installedPath = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedPath)) return 'nothing is installed yet';
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(installedPath);
  for (const [path, { version, optional, link }] of Object.entries(wanted)) {
    if (path === '' || link) continue;
    const found = installed[path];
    // npm leaves out optional packages that are meant for other platforms.
    if (found === undefined && optional) continue;
    if (found === undefined) return `${path} is missing`;
    if (found.version !== version) return `${path} is ${found.version}, wanted ${version}`;
    if (!existsSync(join(root, path))) return `${path} is missing`;
  }
  return undefined;
}

/**
 * Installs the dependencies when they are missing or stale; quiet when there is nothing to do.
 * Throws an Error whose message is the one line to show.
 *
 * @param {string} root folder of the project
 */
export function setUp(root) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE) {
    throw new Error(`Node ${OLDEST_NODE} or newer is needed, this is ${process.versions.node}`);
  }
  const staleness = findStaleness(root);
  if (staleness !== undefined) install(root, staleness);
  checkToolchain(root);
}

/** @param {string} path */
function readPackages(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
}

/**
 * @param {string} root
 * @param {string} reason
 */
function install(root, reason) {
  console.log(`Installing dependencies (${reason}) …`);
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { error, status } = spawnSync('npm', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (error !== undefined) throw new Error(`npm could not be started (${error.message}): install npm`);
  if (status !== 0) throw new Error('npm install failed: see its message above');
}

/** @param {string} root */
function checkToolchain(root) {
  const node = join(root, 'node_modules/.bin/node');
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (stdout?.startsWith(`v${TOOLCHAIN_NODE}.`)) return;
  throw new Error(
    `the toolchain's Node ${TOOLCHAIN_NODE} did not install: run \`npm install\` with install scripts allowed`,
  );
}

if (process.argv[1] === import.meta.filename) {
  try {
    setUp(join(import.meta.dirname, '../..'));
  } catch (error) {
    console.error(`Set-up failed: ${error.message}`);
    process.exit(1);
  }
}
