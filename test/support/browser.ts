import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execFileSync, spawnSync } from 'node:child_process';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import { installDebianPackages } from './debian-packages.ts';
import { installFixture } from './install-fixture.ts';

const CACHE_FOLDER = join(import.meta.dirname, '../../.cache');
const FONTS_FOLDER = join(import.meta.dirname, 'fonts');

/** Debian's headless build of Chromium: the same engine for a third of the CPU time. */
const DEBIAN_SHELL = '/usr/lib/chromium/chromium-headless-shell';

const KNOWN_PATHS = [
  DEBIAN_SHELL,
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
  const chosen = process.env['CHROMIUM'];
  if (chosen === 'npm') return unpackNpmBuild();
  const installed = chosen ? existing(chosen) : (findInstalled() ?? installShell());
  if (installed === undefined) return unpackNpmBuild();
  return {
    executablePath: installed,
    args: [...COMMON_ARGS],
    env: { ...process.env },
    isShell: isHeadlessOnly(installed),
  };
}

/**
 * Installs the headless build, or any Chromium if that fails. For use before tests that start browsers side by side,
 * which would otherwise install Chromium at the same time.
 */
export async function prepareChromium(): Promise<void> {
  if (!process.env['CHROMIUM'] && !existsSync(DEBIAN_SHELL)) installShell();
  await findChromium();
}

/** Starts a headless Chromium. The caller closes it in a `finally`, or it outlives the test run. */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const { executablePath, args, env } = await findChromium();
  return chromium.launch({ executablePath, env, ...options, args: [...args, ...(options.args ?? [])] });
}

/**
 * Path of a Chromium with what the headless builds lack, such as the back/forward cache: of `$CHROMIUM`, the usual places, or
 * Debian's package when root. Undefined where there is none.
 */
export function findWholeChromium(): string | undefined {
  return findInstalledWhole() ?? installWhole();
}

function findInstalledWhole(): string | undefined {
  const chosen = process.env['CHROMIUM'] ?? '';
  return [chosen, ...KNOWN_PATHS].find((path) => !isHeadlessOnly(path) && existsSync(path));
}

/** Whether a path leads to a build that runs headless only, as Debian, Playwright and Google name it. */
function isHeadlessOnly(path: string): boolean {
  return /headless[-_]shell/.test(path);
}

function existing(path: string): string {
  if (!existsSync(path)) throw new Error(`CHROMIUM names ${path}, which does not exist`);
  return path;
}

function findInstalled(): string | undefined {
  return KNOWN_PATHS.find((path) => existsSync(path));
}

function installShell(): string | undefined {
  installDebianPackages([`chromium-headless-shell${installedRelease()}`]);
  return findInstalled();
}

function installWhole(): string | undefined {
  installDebianPackages([`chromium${installedRelease()}`]);
  // If Debian has only a newer release, installs both packages in that release.
  if (findInstalledWhole() === undefined) installDebianPackages(['chromium', 'chromium-headless-shell']);
  return findInstalledWhole();
}

/** `=` and the release of Debian's installed Chromium; empty if none is. With it, apt does not upgrade the installed Chromium. */
function installedRelease(): string {
  const query = spawnSync('dpkg-query', ['--show', '--showformat=${Version}', 'chromium-common'], {
    encoding: 'utf8',
  });
  return query.status === 0 && query.stdout !== '' ? `=${query.stdout}` : '';
}

async function unpackNpmBuild(): Promise<ChromiumCommand> {
  const folder = join(CACHE_FOLDER, 'chromium');
  if (!existsSync(join(folder, 'chromium'))) await unpackTo(folder);
  // The build contains the libraries (nss, expat) and the font that a minimal system lacks.
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
  // The package unpacks into the temporary folder. It unpacks its libraries only if the environment looks like AWS Lambda.
  const script = `import('@sparticuz/chromium').then((module) => module.default.executablePath())`;
  try {
    execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: installFixture('chromium'),
      env: { ...process.env, TMPDIR: scratch, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    // A rename is atomic: another process never finds an incomplete browser.
    await rename(scratch, folder).catch((error: unknown) => {
      if (!existsSync(join(folder, 'chromium'))) throw error;
    });
  } catch (error) {
    throw new Error('no Chromium: install one and set CHROMIUM to its path', { cause: error });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
