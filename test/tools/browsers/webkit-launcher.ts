import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../../worker/tools/wrangler-dev.ts';
import type { GestureLauncher } from './gestures.ts';
import type { ScreenshotLauncher } from './screenshots.ts';
import { WebdriverInput } from './webdriver-input.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const START_ATTEMPTS = 100;
const START_PAUSE_MS = 100;

/**
 * Environment variables that turn compositing on or off. Without a graphics card, a frame of a chat takes 100 ms of processor time with
 * compositing and 2.4 ms without. Tests with screenshots need compositing: without it WebKit never returns a screenshot.
 */
const COMPOSITING = { LIBGL_ALWAYS_SOFTWARE: '1' };
const NO_COMPOSITING = { WEBKIT_DISABLE_COMPOSITING_MODE: '1' };

/** The size of the window, in which a page is 1,024 pixels wide and 800 high. Unlike in other browsers, tests cannot change it. */
const WINDOW = { width: 1024, height: 838 };

/** Options for starting WebKitGTK. */
export interface WebkitOptions {
  /** Path of the MiniBrowser that comes with the driver. */
  readonly miniBrowser: string;
  /** Whether tests take screenshots. Frames are then drawn slowly. */
  readonly takesScreenshots: boolean;
}

/** Runs tests in WebKitGTK through its own WebDriver, with one window for all of them. */
export function webkitLauncher(options: WebkitOptions): ScreenshotLauncher & GestureLauncher {
  const children: ChildProcess[] = [];
  let window: Promise<string> | undefined;
  let active: { readonly id: string; readonly url: string } | undefined;
  const input = new WebdriverInput(async (source) =>
    command('POST', `${await window}/actions`, { actions: [source] }),
  );
  const launcher: ScreenshotLauncher = {
    name: 'WebKit',
    type: 'webdriver',
    concurrency: 1,
    async startSession(id, url) {
      window ??= openWindow(options, children);
      active = { id, url };
      await command('POST', `${await window}/url`, { url });
    },
    isActive: (id) => active?.id === id,
    getBrowserUrl: () => active?.url,
    async takeScreenshot() {
      if (!options.takesScreenshots) throw new Error('WebKit runs without compositing here');
      return (await command('GET', `${await window}/screenshot`)) as string;
    },
    async stopSession() {
      active = undefined;
      return {};
    },
    startDebugSession() {
      throw new Error('WebKit cannot be debugged from here');
    },
    async stop() {
      try {
        if (window !== undefined) await command('DELETE', await window);
      } finally {
        for (const child of children.toReversed()) child.kill();
      }
    },
  };
  // The test runner calls `sendKeys` and other methods of the browser by name.
  return Object.assign(input, launcher);
}

/** Starts a display, WebKit's driver and one window. Resolves with the URL of the window's WebDriver session. */
async function openWindow(options: WebkitOptions, children: ChildProcess[]): Promise<string> {
  const display = process.env['DISPLAY'] ?? (await startDisplay(children));
  const port = await findFreePort();
  const env = {
    ...process.env,
    ...(options.takesScreenshots ? COMPOSITING : NO_COMPOSITING),
    DISPLAY: display,
  };
  children.push(spawn(DRIVER, [`--port=${port}`], { env, stdio: 'ignore' }));
  const driver = `http://127.0.0.1:${port}`;
  await untilReady(`${driver}/status`);
  const browserOptions = { binary: options.miniBrowser, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } };
  const { sessionId } = (await command('POST', `${driver}/session`, { capabilities })) as {
    sessionId: string;
  };
  const session = `${driver}/session/${sessionId}`;
  await command('POST', `${session}/timeouts`, { script: 60_000, pageLoad: 60_000 });
  await command('POST', `${session}/window/rect`, WINDOW);
  return session;
}

/** Starts an X display in memory. Resolves with its number, which the display server chooses. */
function startDisplay(children: ChildProcess[]): Promise<string> {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  children.push(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('exit', (code) => reject(new Error(`Xvfb ended with code ${code}`)));
    const channel = child.stdio[3] as Readable;
    channel.once('data', (number) => resolve(`:${String(number).trim()}`));
  });
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt += 1) {
    const isReady = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await wait(START_PAUSE_MS);
  }
  throw new Error('WebKitWebDriver does not answer');
}

/** Sends a WebDriver command: https://www.w3.org/TR/webdriver2/ */
async function command(method: string, url: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: { error?: string; message?: string } | null };
  if (!response.ok)
    throw new Error(`WebKitWebDriver: ${value?.error ?? response.status} ${value?.message ?? ''}`);
  return value;
}
