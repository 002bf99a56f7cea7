import { existsSync, globSync } from 'node:fs';
import type { BrowserLauncher } from '@web/test-runner-core';
import { chromeLauncher, puppeteerCore } from '@web/test-runner-chrome';
import { findChromium } from '../../support/browser.ts';
import { installDebianPackages } from '../../support/debian-packages.ts';
import { webkitLauncher } from './webkit-launcher.ts';

/** The browser engines in which the widget is tested. */
export const ENGINES = ['chromium', 'firefox', 'webkit'] as const;

export type Engine = (typeof ENGINES)[number];

const MINI_BROWSER = '/usr/lib/*/webkit2gtk-4.*/MiniBrowser';

/**
 * An argument of Chromium that gives pages a mouse, as most visitors with a large screen have. Without one, a headless
 * browser ignores the rules in `@media (hover: hover)`.
 */
const MOUSE_IN_CHROMIUM =
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4';

/** Preferences that give pages in Firefox a mouse: a fine pointer, 2, that can hover, 4. */
const MOUSE_IN_FIREFOX = { 'ui.primaryPointerCapabilities': 6, 'ui.allPointerCapabilities': 6 };

/** Preferences that keep Firefox from connecting to the network by itself. */
export const QUIET_FIREFOX = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'datareporting.healthreport.uploadEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.dns.disablePrefetch': true,
  'services.settings.server': 'http://127.0.0.1:1/',
  'toolkit.telemetry.enabled': false,
};

/** Why an engine cannot be used; undefined if it can. On Debian, as root, tries to install a missing engine first. */
export function findObstacle(engine: Engine): string | undefined {
  if (engine === 'chromium') return undefined;
  if (!isInstalled(engine)) installDebianPackages(PACKAGES[engine]);
  return isInstalled(engine) ? undefined : `not installed: apt-get install ${PACKAGES[engine].join(' ')}`;
}

/**
 * How the test runner starts an engine that is installed.
 *
 * @param takesScreenshots whether tests look at screenshots
 */
export async function createLauncher(engine: Engine, takesScreenshots: boolean): Promise<BrowserLauncher> {
  if (engine === 'webkit')
    return webkitLauncher({ miniBrowser: globSync(MINI_BROWSER)[0] ?? '', takesScreenshots });
  if (engine === 'chromium') {
    const { executablePath, args, env, isShell } = await findChromium();
    const headless = isShell ? 'shell' : true;
    return chromeLauncher({
      launchOptions: { executablePath, args: [...args, MOUSE_IN_CHROMIUM], env, headless },
    });
  }
  return chromeLauncher({
    // WebDriver BiDi needs no separate driver program.
    puppeteer: puppeteerCore,
    concurrency: 1,
    launchOptions: {
      browser: 'firefox',
      executablePath: findFirefox() ?? '',
      headless: true,
      extraPrefsFirefox: { ...QUIET_FIREFOX, ...MOUSE_IN_FIREFOX },
    },
  });
}

const PACKAGES = { firefox: ['firefox-esr'], webkit: ['webkit2gtk-driver', 'xvfb'] } as const;

export function findFirefox(): string | undefined {
  return ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));
}

function isInstalled(engine: Engine): boolean {
  if (engine === 'firefox') return findFirefox() !== undefined;
  const hasDisplay = process.env['DISPLAY'] !== undefined || existsSync('/usr/bin/Xvfb');
  return hasDisplay && existsSync('/usr/bin/WebKitWebDriver') && globSync(MINI_BROWSER).length > 0;
}
