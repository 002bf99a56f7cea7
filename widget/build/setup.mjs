// Plain JavaScript for Node 20 that uses only Node's own modules, because this runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const OLDEST_NODE = 20;
const TOOLCHAIN_NODE = 24;

/**
 * Returns why the installed packages do not match the lock file, or undefined if they do.
 *
 * @param {string} root folder that holds package-lock.json and node_modules
 * @returns {string | undefined}
 */
export function findStaleness(root) {
  const installedPath = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedPath)) return 'nothing is installed yet';
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(installedPath);
  for (const [path, { version, optional, link, ...platform }] of Object.entries(wanted)) {
    if (path === '' || link) continue;
    const found = installed[path];
    // npm leaves out the optional packages of other platforms, and packages that only those need.
    if (found === undefined && optional && !isForThisPlatform(platform)) continue;
    if (found === undefined) return `${path} is missing`;
    if (found.version !== version) return `${path} is ${found.version}, wanted ${version}`;
    if (!existsSync(join(root, path))) return `${path} is missing`;
  }
  return undefined;
}

/**
 * Installs the packages of a folder if they are missing or outdated; otherwise prints nothing. Throws an Error whose message
 * is the one line to show.
 *
 * @param {string} folder holds package.json and package-lock.json
 * @param {import('./setup.d.mts').InstallOptions} options
 */
export function installPackages(folder, { description, options = [] }) {
  const staleness = findStaleness(folder);
  if (staleness === undefined) return;
  console.log(`Installing ${description} (${staleness}) …`);
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', ...options];
  // On Windows npm is a batch file, which can only be started by a shell.
  const shell = process.platform === 'win32';
  const { error, status } = spawnSync('npm', args, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell,
  });
  if (error !== undefined) throw new Error(`npm could not be started (${error.message}): install npm`);
  if (status !== 0) throw new Error(`npm install of ${description} failed: see its message above`);
  const rest = findStaleness(folder);
  if (rest !== undefined)
    throw new Error(`${rest} after npm install: remove ${join(folder, 'node_modules')}`);
}

/**
 * Checks the version of Node, and installs the dependencies if they are missing or outdated; otherwise prints nothing. Throws
 * an Error whose message is the one line to show.
 *
 * @param {string} root folder of the project
 */
function setUp(root) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE) {
    throw new Error(`Node ${OLDEST_NODE} or newer is needed, this is ${process.versions.node}`);
  }
  installPackages(root, { description: 'dependencies' });
  checkToolchain(root);
}

/**
 * Whether a package is for certain platforms, and this is one of them.
 *
 * @param {{ os?: string[], cpu?: string[], libc?: string[] }} platform lists of package.json, as npm reads them
 */
function isForThisPlatform({ os, cpu, libc }) {
  if (os === undefined && cpu === undefined) return false;
  return allows(os, process.platform) && allows(cpu, process.arch) && allows(libc, nameOfLibc());
}

/**
 * @param {string[] | undefined} list such as `['linux']` or `['!win32']`
 * @param {string} name
 */
function allows(list, name) {
  if (list === undefined || list.includes(name)) return true;
  return list.every((entry) => entry.startsWith('!')) && !list.includes(`!${name}`);
}

function nameOfLibc() {
  return process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
}

/** @param {string} path */
function readPackages(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
}

/** @param {string} root */
function checkToolchain(root) {
  // Not the link in `.bin`, because on Windows that is a batch file.
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const node = join(root, 'node_modules/node/bin', program);
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (stdout?.startsWith(`v${TOOLCHAIN_NODE}.`)) return;
  throw new Error(
    `the toolchain's Node ${TOOLCHAIN_NODE} did not install: run \`npm install\` with install scripts allowed`,
  );
}

// `node widget/build/setup.mjs test` also installs the packages of test/package.json.
if (process.argv[1] === import.meta.filename) {
  try {
    const root = join(import.meta.dirname, '../..');
    setUp(root);
    for (const folder of process.argv.slice(2)) {
      installPackages(join(root, folder), { description: folder, options: ['--ignore-scripts'] });
    }
  } catch (error) {
    console.error(`Set-up failed: ${error.message}`);
    process.exit(1);
  }
}
