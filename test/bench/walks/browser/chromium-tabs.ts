import { setTimeout as wait } from 'node:timers/promises';
import { puppeteerCore } from '@web/test-runner-chrome';
import { findChromium, findWholeChromium } from '../../../support/browser.ts';
import { until } from '../../../support/until.ts';
import { DevTools, type DevToolsEvent } from './devtools.ts';
import type { Key, Point, Profile, Tab, TabBrowser } from './tab.ts';

/** Presses so close to each other are one double click, as browsers count them. */
const DOUBLE_CLICK_MS = 500;

interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly subtype?: string;
  readonly browserContextId?: string;
}

/** A key, as the DevTools protocol describes it. */
const KEYS: Readonly<Record<Key, Readonly<Record<string, unknown>>>> = {
  Enter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  Space: { key: ' ', code: 'Space', windowsVirtualKeyCode: 32, text: ' ' },
  Escape: { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27 },
  Backspace: { key: 'Backspace', code: 'Backspace', windowsVirtualKeyCode: 8 },
  'Control+End': { key: 'End', code: 'End', windowsVirtualKeyCode: 35, modifiers: 2 },
  'Control+A': { key: 'a', code: 'KeyA', windowsVirtualKeyCode: 65, modifiers: 2, commands: ['selectAll'] },
};

/** Starts a whole Chromium, which keeps pages that are left and prerenders others; the headless builds do neither. */
export async function openChromium(): Promise<TabBrowser> {
  const executablePath = findWholeChromium();
  if (executablePath === undefined) throw new Error('pages that come back need a whole Chromium');
  const { args, env } = await findChromium();
  const browser = await puppeteerCore.launch({
    executablePath,
    env,
    headless: true,
    defaultViewport: null,
    // Frames of animations take a fifth of the processor time of these pages.
    args: [...args, '--window-size=1280,900', '--force-prefers-reduced-motion'],
  });
  const devTools = await DevTools.connect(browser.wsEndpoint());
  await browser.disconnect();
  await devTools.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'tab' }] });
  return {
    name: 'chromium',
    async newProfile() {
      const { browserContextId } = await devTools.send<{ browserContextId: string }>(
        'Target.createBrowserContext',
      );
      return new ChromiumProfile(devTools, browserContextId);
    },
    async close() {
      const isEnded = new Promise((resolve) => browser.process()?.once('exit', resolve));
      // A tab that is being closed may not answer.
      await devTools.send('Browser.close').catch(() => undefined);
      await isEnded;
    },
  };
}

class ChromiumProfile implements Profile {
  readonly #devTools: DevTools;
  readonly #id: string;
  readonly #tabs = new Set<ChromiumTab>();

  constructor(devTools: DevTools, id: string) {
    this.#devTools = devTools;
    this.#id = id;
  }

  async open(url: string): Promise<Tab> {
    const { targetId } = await this.#devTools.send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      browserContextId: this.#id,
      forTab: true,
    });
    const tab = await this.#attach(targetId);
    await tab.goto(url);
    return tab;
  }

  async setOffline(offline: boolean): Promise<void> {
    await Promise.all([...this.#tabs].map((tab) => tab.setOffline(offline)));
  }

  async close(): Promise<void> {
    await this.#devTools.send('Target.disposeBrowserContext', { browserContextId: this.#id });
  }

  async #attach(targetId: string): Promise<ChromiumTab> {
    const tab = await ChromiumTab.attach(this.#devTools, targetId, () => this.#openedBy(tab));
    this.#tabs.add(tab);
    return tab;
  }

  /** The tab that is opened while a page does something. */
  async #openedBy(tab: ChromiumTab): Promise<ChromiumTab> {
    let stop = (): void => undefined;
    const created = new Promise<string>((resolve) => {
      stop = this.#devTools.listen(({ method, params }) => {
        const { targetId, browserContextId } = (params['targetInfo'] ?? {}) as Partial<TargetInfo>;
        if (method === 'Target.targetCreated' && browserContextId === this.#id && targetId) resolve(targetId);
      });
    });
    try {
      await tab.evaluate(() => void window.open(location.href), undefined);
      return await this.#attach(await created);
    } finally {
      stop();
    }
  }
}

/** A tab with the page that it shows, and pages that it prerenders: each has a session of its own. */
class ChromiumTab implements Tab {
  readonly #devTools: DevTools;
  readonly #targetId: string;
  readonly #open: () => Promise<Tab>;
  /** The pages of this tab by the ids of their sessions. */
  readonly #pages = new Map<string, TargetInfo>();
  #sessionId = '';
  #isOffline = false;

  private constructor(devTools: DevTools, targetId: string, open: () => Promise<Tab>) {
    this.#devTools = devTools;
    this.#targetId = targetId;
    this.#open = open;
    devTools.listen((event) => this.#handle(event));
  }

  static async attach(devTools: DevTools, targetId: string, open: () => Promise<Tab>): Promise<ChromiumTab> {
    const tab = new ChromiumTab(devTools, targetId, open);
    const { sessionId } = await devTools.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    });
    tab.#sessionId = sessionId;
    const options = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
    await devTools.send('Target.setAutoAttach', options, sessionId);
    await until(
      async () => tab.#pages.size,
      (count) => count > 0,
    );
    return tab;
  }

  async evaluate<A, T>(run: (argument: A) => T | Promise<T>, argument: A): Promise<T> {
    const { result, exceptionDetails } = await this.#send<{
      readonly result: { readonly value?: T };
      readonly exceptionDetails?: { readonly exception?: { readonly description?: string } };
    }>('Runtime.evaluate', {
      expression: `(${run})(${JSON.stringify(argument)})`,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'error in the page');
    return result.value as T;
  }

  async click(point: Point): Promise<void> {
    await this.#click(point, { clickCount: 1 });
  }

  async clickTwice(point: Point, pauseMs: number): Promise<void> {
    const timestamp = Date.now() / 1_000;
    await this.#click(point, { clickCount: 1, timestamp });
    await wait(pauseMs);
    const clickCount = pauseMs < DOUBLE_CLICK_MS ? 2 : 1;
    await this.#click(point, { clickCount, timestamp: timestamp + pauseMs / 1_000 });
  }

  async press(key: Key): Promise<void> {
    await this.#send('Input.dispatchKeyEvent', { type: 'keyDown', ...KEYS[key] });
    await this.#send('Input.dispatchKeyEvent', { type: 'keyUp', ...KEYS[key], text: '' });
  }

  async insert(text: string): Promise<void> {
    await this.#send('Input.insertText', { text });
  }

  async goto(url: string): Promise<void> {
    await this.#send('Page.navigate', { url });
  }

  async reload(): Promise<void> {
    await this.#send('Page.reload');
  }

  duplicate(): Promise<Tab> {
    return this.#open();
  }

  async show(): Promise<void> {
    await this.#send('Page.bringToFront');
  }

  async discard(): Promise<void> {
    const isGone = new Promise<void>((resolve) => {
      const stop = this.#devTools.listen(({ method, sessionId }) => {
        if (method !== 'Inspector.targetCrashed' || !this.#pages.has(sessionId)) return;
        stop();
        resolve();
      });
    });
    await this.#send('Inspector.enable');
    const { session } = this;
    // Its answer does not come: the process that would send it is gone.
    void this.#devTools.send('Page.crash', {}, session).catch(() => undefined);
    await isGone;
    await this.#send('Page.reload');
  }

  async close(): Promise<void> {
    const isClosed = new Promise<void>((resolve) => {
      const stop = this.#devTools.listen(({ method, params }) => {
        if (method !== 'Target.targetDestroyed' || params['targetId'] !== this.#targetId) return;
        stop();
        resolve();
      });
    });
    await this.#send('Page.close');
    await isClosed;
  }

  async setOffline(offline: boolean): Promise<void> {
    this.#isOffline = offline;
    // It was closed.
    if (this.#pages.size === 0) return;
    const shown = this.session;
    for (const session of this.#pages.keys())
      // A page that is kept answers when it is shown again.
      if (session !== shown) void this.#emulateNetwork(session).catch(() => undefined);
    await this.#emulateNetwork(shown);
  }

  /** Of the page that is shown. */
  get session(): string {
    const shown = [...this.#pages].findLast(([, { subtype }]) => subtype === undefined);
    if (!shown) throw new Error('the tab is closed');
    return shown[0];
  }

  #send<T>(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<T> {
    return this.#devTools.send<T>(method, params, this.session);
  }

  async #click(
    { x, y }: Point,
    options: { readonly clickCount: number; readonly timestamp?: number },
  ): Promise<void> {
    const event = { x, y, button: 'left', ...options };
    await this.#send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
    await this.#send('Input.dispatchMouseEvent', { type: 'mousePressed', ...event });
    await this.#send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...event });
  }

  async #emulateNetwork(session: string): Promise<void> {
    const conditions = { offline: this.#isOffline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
    await this.#devTools.send('Network.enable', {}, session);
    await this.#devTools.send('Network.emulateNetworkConditions', conditions, session);
  }

  #handle({ sessionId, method, params }: DevToolsEvent): void {
    if (this.#sessionId === '' || sessionId !== this.#sessionId) return;
    const target = params['targetInfo'] as TargetInfo | undefined;
    const session = String(params['sessionId']);
    if (method === 'Target.attachedToTarget' && target?.type === 'page') {
      this.#pages.set(session, target);
      if (this.#isOffline) void this.#emulateNetwork(session).catch(() => undefined);
    }
    if (method === 'Target.detachedFromTarget') this.#pages.delete(session);
    if (method === 'Target.targetInfoChanged' && target)
      for (const [own, { targetId }] of this.#pages)
        if (targetId === target.targetId) this.#pages.set(own, target);
  }
}
