import { describe, it } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { startLoopbackSite } from '../support/loopback-site.ts';
import { addSearch } from '../support/search-backend.ts';
import { until } from '../support/until.ts';
import { useSite } from '../support/use-site.ts';

/** A node of Chromium's accessibility tree, as assistive technology receives it. */
interface Heard {
  readonly role: string;
  readonly name: string;
  readonly isFocused: boolean;
  /** The id of the active descendant. */
  readonly active: number | undefined;
  readonly backend: number | undefined;
}

/** Reads only the accessibility tree, and no element, class or text of the page. */
class Listener {
  readonly #session: CDPSession;

  constructor(session: CDPSession) {
    this.#session = session;
  }

  async tree(): Promise<readonly Heard[]> {
    const { nodes } = await this.#session.send('Accessibility.getFullAXTree');
    return nodes
      .filter(({ ignored }) => !ignored)
      .map(({ role, name, properties = [], backendDOMNodeId }) => {
        const valueOf = (wanted: string) => properties.find((each) => each.name === wanted)?.value;
        return {
          role: String(role?.value ?? ''),
          name: String(name?.value ?? '').trim(),
          isFocused: valueOf('focused')?.value === true,
          active: valueOf('activedescendant')?.relatedNodes?.[0]?.backendDOMNodeId,
          backend: backendDOMNodeId,
        };
      });
  }

  /** What is read out at the focus: the control, and its active line. */
  async focus(): Promise<string> {
    const tree = await this.tree();
    // The page itself has focus in every tree.
    const {
      role = '',
      name = '',
      active,
    } = tree.findLast(({ isFocused, role: own }) => isFocused && own !== 'RootWebArea') ?? {};
    const line = tree.find(({ backend }) => active !== undefined && backend === active);
    return [`${role} ${name}`, ...(line ? [`${line.role} ${line.name}`] : [])].join(' / ').trim();
  }

  waitForFocus(wanted: RegExp): Promise<string> {
    return until(
      () => this.focus(),
      (heard) => wanted.test(heard),
    );
  }

  /** Waits for a node with this role and name. */
  waitFor(role: string, name: RegExp): Promise<readonly Heard[]> {
    return until(
      () => this.tree(),
      (tree) => tree.some((node) => node.role === role && name.test(node.name)),
    );
  }

  waitWithout(role: string, name: RegExp): Promise<readonly Heard[]> {
    return until(
      () => this.tree(),
      (tree) => !tree.some((node) => node.role === role && name.test(node.name)),
    );
  }
}

describe('the search dialog, used by the accessibility tree alone', { timeout: 120_000 }, () => {
  const started = useSite(async () => {
    const site = await startLoopbackSite();
    addSearch(site);
    return site;
  });

  async function visit(): Promise<{ readonly page: Page; readonly listener: Listener }> {
    const { browser, site } = started;
    site.page(
      '/',
      `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:," />
      <main><h1>Shop</h1><button>Find</button></main>
      <script src="/cf-ai-chat.js" data-endpoint="/api/chat" data-hotkey="mod+k" data-open-on="main button"></script>`,
    );
    site.page('/returns', '<title>Returns</title>');
    const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Accessibility.enable');
    await page.goto(site.url.href, { waitUntil: 'networkidle' });
    return { page, listener: new Listener(session) };
  }

  it('can be found, opened, searched and left, and returns focus', async () => {
    const { page, listener } = await visit();
    const { keyboard } = page;
    await keyboard.press('Tab');
    await listener.waitForFocus(/^button Find$/);
    await keyboard.press('Enter');
    await listener.waitForFocus(/^combobox Search$/);
    await listener.waitFor('dialog', /^Search$/);
    await keyboard.type('return');
    await listener.waitFor('listbox', /^Results$/);
    await listener.waitFor('StaticText', /^2 pages found$/);
    await listener.waitForFocus(/^combobox Search \/ option Returns and refunds/);
    await keyboard.press('ArrowDown');
    await listener.waitForFocus(/\/ option How to return an order \(Returns and refunds\)/);
    await keyboard.press('Escape');
    await listener.waitForFocus(/^button Find$/);
    await listener.waitWithout('dialog', /^Search$/);
    await keyboard.press('Control+k');
    await listener.waitForFocus(/^combobox Search/);
    await keyboard.type('xyzzy');
    await listener.waitFor('StaticText', /^Nothing found for “xyzzy”\.$/);
    await keyboard.press('Control+k');
    await listener.waitForFocus(/^button Find$/);
    await page.context().close();
  });

  it('can be asked, answers, and leads back to the results and to the page', async () => {
    const { page, listener } = await visit();
    const { keyboard } = page;
    await keyboard.press('Tab');
    await keyboard.press('Control+k');
    await listener.waitForFocus(/^combobox Search/);
    await keyboard.type('How can I return boots?');
    await listener.waitForFocus(/\/ option Ask: How can I return boots\?$/);
    await keyboard.press('Enter');
    await listener.waitForFocus(/^textbox Message/);
    // The live region announces the answer in one piece.
    await listener.waitFor('StaticText', /^Paste one tag .* Read on\.$/s);
    await listener.waitFor('button', /^Continue in the chat$/);
    for (let step = 0; step < 30 && !/^button Back$/.test(await listener.focus()); step++)
      await keyboard.press('Shift+Tab');
    await keyboard.press('Enter');
    await listener.waitForFocus(/^combobox Search/);
    await listener.waitFor('option', /^Ask: How can I return boots\?$/);
    await keyboard.press('Escape');
    await listener.waitForFocus(/^button Find$/);
    await page.context().close();
  });
});
