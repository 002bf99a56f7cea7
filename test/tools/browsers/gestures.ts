import type { BrowserLauncher, TestRunnerPlugin } from '@web/test-runner-core';

/** An input of a reader: a turn of the wheel at a point of the window, or a key. */
export type Gesture =
  | { readonly type: 'wheel'; readonly x: number; readonly y: number; readonly deltaY: number }
  | { readonly type: 'key'; readonly key: string };

/** A browser that can be given input as if it came from a device. */
export interface GestureLauncher extends BrowserLauncher {
  performGesture(gesture: Gesture): Promise<void>;
}

/** A page of Puppeteer, as far as it is needed here. */
interface InputPage {
  readonly mouse: {
    move(x: number, y: number): Promise<void>;
    wheel(delta: { readonly deltaY: number }): Promise<void>;
  };
  readonly keyboard: { press(key: string): Promise<void> };
}

/** The launcher of a browser that Puppeteer controls, which gives access to its pages. */
interface PageLauncher extends BrowserLauncher {
  getPage(id: string): InputPage;
}

/** Gives tests the command `gesture`: real input, by which the browser scrolls. A dispatched event does not scroll. */
export const gestures: TestRunnerPlugin<Gesture> = {
  name: 'gestures',
  async executeCommand({ command, payload, session: { browser, id } }) {
    if (command !== 'gesture' || !payload) return undefined;
    if (isGestureLauncher(browser)) await browser.performGesture(payload);
    else if (isPageLauncher(browser)) await performInPage(browser.getPage(id), payload);
    else throw new Error(`${browser.name} takes no gestures`);
    return true;
  },
};

async function performInPage({ mouse, keyboard }: InputPage, gesture: Gesture): Promise<void> {
  if (gesture.type === 'key') return keyboard.press(gesture.key);
  await mouse.move(gesture.x, gesture.y);
  await mouse.wheel({ deltaY: gesture.deltaY });
}

function isGestureLauncher(browser: BrowserLauncher): browser is GestureLauncher {
  return 'performGesture' in browser;
}

function isPageLauncher(browser: BrowserLauncher): browser is PageLauncher {
  return 'getPage' in browser;
}
