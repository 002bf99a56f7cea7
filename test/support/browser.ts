import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import { installFixture } from './install-fixture.ts';

const CACHE_FOLDER = join(import.meta.dirname, '../../.cache');
const FONTS_FOLDER = join(import.meta.dirname, 'fonts');

const KNOWN_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const COMMON_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** How to start the Chromium of this machine; fits the launch options of Puppeteer and Playwright. */
export interface ChromiumCommand {
  readonly executablePath: string;
  readonly args: string[];
  /** The whole environment of the browser process. */
  readonly env: Record<string, string | undefined>;
  /** True for the build that runs headless only. */
  readonly isShell: boolean;
}

/**
 * Finds a Chromium, or gets one: `$CHROMIUM`, the usual places, Debian's package when root, and at last
 * the build that npm ships, which `CHROMIUM=npm` asks for. Throws one plain line when none of them works.
 */
export async function findChromium(): Promise<ChromiumCommand> {
  if (process.env['CHROMIUM'] === 'npm') return unpackNpmBuild();
  const installed = findInstalled() ?? installDebianPackage();
  if (installed !== undefined) {
    return { executablePath: installed, args: [...COMMON_ARGS], env: { ...process.env }, isShell: false };
  }
  return unpackNpmBuild();
}

/** Starts a headless Chromium. The caller closes it in a `finally`, or it outlives the test run. */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const { executablePath, args, env } = await findChromium();
  return chromium.launch({ ...options, executablePath, env, args: [...args, ...(options.args ?? [])] });
}

function findInstalled(): string | undefined {
  const chosen = process.env['CHROMIUM'];
  if (chosen === undefined || chosen === '') return KNOWN_PATHS.find((path) => existsSync(path));
  if (!existsSync(chosen)) throw new Error(`CHROMIUM names ${chosen}, which does not exist`);
  return chosen;
}

function installDebianPackage(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log('No Chromium found: installing the chromium package with apt-get (once) …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    execFileSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-qq', '-y', '--no-install-recommends', 'chromium'], {
      env,
      stdio: 'ignore',
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.log(`apt-get could not install chromium (${reason}): taking the build that npm ships.`);
  }
  return findInstalled();
}

async function unpackNpmBuild(): Promise<ChromiumCommand> {
  const folder = join(CACHE_FOLDER, 'chromium');
  if (!existsSync(join(folder, 'chromium'))) await unpackTo(folder);
  // The build carries the few libraries (nss, expat) and the font that a bare machine lacks.
  const env = {
    ...process.env,
    FONTCONFIG_PATH: FONTS_FOLDER,
    LD_LIBRARY_PATH: [join(folder, 'al2023/lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
  };
  const args = [...COMMON_ARGS, '--no-zygote'];
  return { executablePath: join(folder, 'chromium'), args, env, isShell: true };
}

async function unpackTo(folder: string): Promise<void> {
  console.log('Unpacking the Chromium that npm ships (once) …');
  await mkdir(CACHE_FOLDER, { recursive: true });
  const scratch = await mkdtemp(join(CACHE_FOLDER, 'chromium-'));
  // The package unpacks into the temporary folder, and its libraries only where it believes to be on Lambda.
  const script = `import('@sparticuz/chromium').then((module) => module.default.executablePath())`;
  try {
    execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: installFixture('chromium'),
      env: { ...process.env, TMPDIR: scratch, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    // A rename is atomic: a second process never meets half a browser.
    await rename(scratch, folder).catch((error: unknown) => {
      if (!existsSync(join(folder, 'chromium'))) throw error;
    });
  } catch (error) {
    throw new Error('no Chromium: install one and set CHROMIUM to its path', { cause: error });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
