import type { BrowserLauncher, TestRunnerPlugin } from '@web/test-runner-core';

/** A browser that can take a screenshot of a test's page. */
export interface ScreenshotLauncher extends BrowserLauncher {
  /** PNG in base64. */
  takeScreenshot(id: string): Promise<string>;
}

/** A page of Puppeteer, as far as it is needed here. */
interface DrawablePage {
  screenshot(options: { readonly encoding: 'base64' }): Promise<string>;
}

/** The launcher of a browser that Puppeteer controls, which gives access to its pages. */
interface PageLauncher extends BrowserLauncher {
  getPage(id: string): DrawablePage;
}

/** Gives tests the command `screenshot`: returns the browser's window as a PNG in base64. */
export const screenshots: TestRunnerPlugin = {
  name: 'screenshots',
  executeCommand({ command, session: { browser, id } }) {
    if (command !== 'screenshot') return undefined;
    if (isScreenshotLauncher(browser)) return browser.takeScreenshot(id);
    if (isPageLauncher(browser)) return browser.getPage(id).screenshot({ encoding: 'base64' });
    throw new Error(`${browser.name} takes no screenshots`);
  },
};

function isScreenshotLauncher(browser: BrowserLauncher): browser is ScreenshotLauncher {
  return 'takeScreenshot' in browser;
}

function isPageLauncher(browser: BrowserLauncher): browser is PageLauncher {
  return 'getPage' in browser;
}
