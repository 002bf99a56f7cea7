import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from './browser.ts';

/** A started browser and a started site. */
export interface StartedSite<T> {
  readonly browser: Browser;
  readonly site: T;
}

/**
 * Starts a Chromium and a site before the tests of the surrounding `describe`, and closes both afterwards. The
 * returned object can be read in the tests.
 */
export function useSite<T extends { close(): Promise<void> }>(
  start: (browser: Browser) => Promise<T>,
): StartedSite<T> {
  let browser: Browser | undefined;
  let site: T | undefined;
  before(async () => {
    browser = await launchChromium();
    site = await start(browser);
  });
  after(async () => {
    await site?.close();
    await browser?.close();
  });
  return {
    get browser() {
      return started(browser);
    },
    get site() {
      return started(site);
    },
  };
}

function started<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the site is started before the tests, not before the suite');
  return value;
}
