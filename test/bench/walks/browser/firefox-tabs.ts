import { setTimeout as wait } from 'node:timers/promises';
import { puppeteerCore } from '@web/test-runner-chrome';
import { findFirefox, findObstacle, QUIET_FIREFOX } from '../../../tools/browsers/engines.ts';
import { isLeaving, type Key, type Point, type Profile, type Tab, type TabBrowser } from './tab.ts';

type Browser = Awaited<ReturnType<typeof puppeteerCore.launch>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;
type Context = Awaited<ReturnType<Browser['createBrowserContext']>>;

/** A modifier, and a key, by their names there. */
const KEYS = {
  Enter: [undefined, 'Enter'],
  Space: [undefined, ' '],
  Escape: [undefined, 'Escape'],
  Backspace: [undefined, 'Backspace'],
  'Control+End': ['Control', 'End'],
  'Control+A': ['Control', 'a'],
} as const satisfies Readonly<Record<Key, readonly [string | undefined, string]>>;

/** Starts a Firefox as Debian has it. */
export async function openFirefox(): Promise<TabBrowser> {
  const obstacle = findObstacle('firefox');
  if (obstacle !== undefined) throw new Error(obstacle);
  const browser = await puppeteerCore.launch({
    browser: 'firefox',
    executablePath: findFirefox() ?? '',
    headless: true,
    extraPrefsFirefox: { ...QUIET_FIREFOX, 'ui.prefersReducedMotion': 1 },
  });
  return {
    name: 'firefox',
    newProfile: async () => profileOf(await browser.createBrowserContext()),
    close: () => browser.close(),
  };
}

function profileOf(context: Context): Profile {
  const pages = new Set<Page>();
  const tabOf = (page: Page): Tab => {
    pages.add(page);
    return new FirefoxTab(page, async () => {
      const [popup] = await Promise.all([
        new Promise<Page>((resolve) => page.once('popup', (opened) => resolve(opened as Page))),
        page.evaluate(() => void window.open(location.href)),
      ]);
      return tabOf(popup);
    });
  };
  return {
    async open(url) {
      const tab = tabOf(await context.newPage());
      await tab.goto(url);
      return tab;
    },
    async setOffline(isOffline) {
      await Promise.all(
        [...pages].filter((page) => !page.isClosed()).map((page) => page.setOfflineMode(isOffline)),
      );
    },
    close: () => context.close(),
  };
}

class FirefoxTab implements Tab {
  readonly #page: Page;
  readonly #open: () => Promise<Tab>;

  constructor(page: Page, open: () => Promise<Tab>) {
    this.#page = page;
    this.#open = open;
  }

  async evaluate<A, T>(run: (argument: A) => T | Promise<T>, argument: A): Promise<T> {
    return (await this.#page.evaluate(`(${run})(${JSON.stringify(argument)})`)) as T;
  }

  async click({ x, y }: Point): Promise<void> {
    await this.#page.mouse.click(x, y);
  }

  async clickTwice(point: Point, pauseMs: number): Promise<void> {
    await this.click(point);
    await wait(pauseMs);
    await this.click(point);
  }

  async press(key: Key): Promise<void> {
    const { keyboard } = this.#page;
    const [modifier, last] = KEYS[key];
    if (modifier) await keyboard.down(modifier);
    await keyboard.press(last);
    if (modifier) await keyboard.up(modifier);
  }

  async insert(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  async goto(url: string): Promise<void> {
    await this.#page.goto(url, { waitUntil: 'domcontentloaded' });
  }

  async reload(): Promise<void> {
    // Resolves too late, or never, where another page is on its way.
    await this.evaluate(() => location.reload(), undefined).catch((error: unknown) => {
      if (!isLeaving(error)) throw error;
    });
  }

  duplicate(): Promise<Tab> {
    return this.#open();
  }

  async show(): Promise<void> {
    await this.#page.bringToFront();
  }

  discard(): Promise<void> {
    return Promise.reject(new Error('Firefox has no command that ends the process of a page'));
  }

  async close(): Promise<void> {
    await this.#page.close({ runBeforeUnload: true });
  }
}
