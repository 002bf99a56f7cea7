import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import type axeCore from 'axe-core';
import { ChatPage } from '../../support/chat-page.ts';
import { startDemoSite } from '../../support/demo-site.ts';
import { IS_FULL_RUN } from '../../support/full-run.ts';
import { sumShifts } from '../../support/sum-shifts.ts';
import { useSite } from '../../support/use-site.ts';
import type { CfAiChatElement } from '../../../widget/index.ts';
import { TOUR } from '../../../demo/scripts/recorded/answers.ts';

declare const axe: typeof axeCore;

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

describe('the demo page on a static host', { timeout: 180_000 }, () => {
  const started = useSite(startDemoSite);

  /** The page without its one expected failure: a static host has no Worker whose health could be read. */
  const problemsOf = ({ problems }: ChatPage): readonly string[] =>
    problems.filter((problem) => !problem.includes('status of 404'));

  it('starts its recorded answer when the chat is in view, and pauses on request', async () => {
    const chat = await ChatPage.open(started.browser, 'about:blank', { reducedMotion: 'no-preference' });
    const { clock } = chat.page;
    await clock.install();
    await chat.page.goto(started.site.url.href);
    const tour = chat.page.locator('#tour-chat');
    await tour.locator('.message.assistant').getByText('Worn on the carpet').waitFor();
    await chat.page.getByRole('button', { name: 'Pause' }).click();
    await chat.page.getByRole('button', { name: 'Go on' }).waitFor();
    // A token that was sent before the pause is still drawn.
    await clock.runFor(1_000);
    const paused = await chat.reply(tour).textContent();
    await clock.runFor(10_000);
    assert.equal(await chat.reply(tour).textContent(), paused);
    await chat.page.getByRole('button', { name: 'Go on' }).click();
    await tour.locator('ol > li').nth(1).waitFor();
    assert.deepEqual(problemsOf(chat), []);
    await chat.close();
  });

  it('plays an answer that was requested before the page has loaded', async () => {
    const chat = await ChatPage.open(started.browser, 'about:blank');
    let deliver = (): void => {};
    const played = new Promise<void>((resolve) => (deliver = resolve));
    // The page counts as loading until its last style sheet has arrived.
    await chat.page.route('**/presets.css', async (route) => {
      await played;
      await route.continue();
    });
    await chat.page.goto(String(started.site.url), { waitUntil: 'commit' });
    await chat.page.getByRole('button', { name: 'Table' }).click();
    const tour = chat.page.locator('#tour-chat');
    await tour
      .locator('.message.user')
      .getByText(TOUR[2]?.question ?? '')
      .waitFor();
    assert.equal(await chat.page.evaluate(() => document.readyState), 'interactive');
    deliver();
    await tour.locator('.message.assistant table').waitFor();
    assert.deepEqual(problemsOf(chat), []);
    await chat.close();
  });

  it('continues the recorded answer whose connection it cuts', async () => {
    const chat = await ChatPage.open(started.browser, started.site.url, { reducedMotion: 'no-preference' });
    const tour = chat.page.locator('#tour-chat');
    await chat.page.getByRole('button', { name: 'Reconnect' }).click();
    await tour.getByText('Reconnecting').waitFor();
    const reply = chat.reply(tour);
    await reply.getByText('You can cut the line yourself').waitFor();
    const text = (await reply.innerText()).replaceAll(/\s+/g, ' ');
    assert.equal(text.split('Meanwhile the Worker goes on writing.').length, 2, 'no word twice');
    assert.deepEqual(problemsOf(chat), []);
    await chat.close();
  });

  it('starts nothing by itself where the visitor prefers reduced motion, and shows whole answers on request', async () => {
    const chat = await ChatPage.open(started.browser, started.site.url, { reducedMotion: 'reduce' });
    const tour = chat.page.locator('#tour-chat');
    await tour.getByRole('textbox').waitFor();
    assert.equal(await tour.locator('.message').count(), 0);
    for (const [name, words] of [
      ['Code', 'Your page keeps its styles'],
      ['Table', 'try every one of them'],
      ['Arabic', 'والعربية واحدة منها'],
    ] as const) {
      await chat.page.getByRole('button', { name, exact: true }).click();
      await tour.locator('.message.assistant').getByText(words).waitFor();
    }
    assert.equal(
      await tour
        .locator('.message.assistant [dir=auto] >> nth=0')
        .evaluate((p) => getComputedStyle(p).direction),
      'rtl',
    );
    await chat.close();
  });

  it("lets the visitor's question take over from the recording", async () => {
    const chat = await ChatPage.open(started.browser, started.site.url);
    const tour = chat.page.locator('#tour-chat');
    // The recordings load with the page's scripts, when the browser is idle.
    await chat.page.waitForFunction(
      () => document.querySelector<CfAiChatElement>('#tour-chat')?.endpoint === '/recorded/tour',
    );
    await chat.ask('Are you real?', tour);
    await tour.locator('.message.assistant').getByText('plays recorded answers').waitFor();
    await chat.close();
  });

  // Wide, nothing else loads: `every-page.test.ts` measures the wide page while it loads.
  for (const width of IS_FULL_RUN ? [1440, 320] : [320]) {
    it(`shifts nothing in view at ${width} pixels while it loads, plays and is scrolled`, async () => {
      const chat = await ChatPage.open(started.browser, started.site.url, {
        viewport: { width, height: 800 },
        reducedMotion: 'no-preference',
      });
      const { page } = chat;
      await page.locator('#provider').getByText('no Worker').waitFor();
      await page.locator('#tour-chat').evaluate((box) => box.scrollIntoView({ behavior: 'instant' }));
      await page.locator('#tour-chat .message.assistant').getByText('Worn on the carpet').waitFor();
      for (const id of ['configure', 'unplug', 'formats']) {
        await page.locator(`#${id}`).evaluate((section) => section.scrollIntoView({ behavior: 'instant' }));
        await page.locator(`#${id} :is(iframe, cf-ai-chat)`).first().waitFor();
      }
      assert.equal(await sumShifts(page), 0);
      await chat.close();
    });
  }

  for (const [width, colorScheme] of [
    [1440, 'light'],
    [320, 'dark'],
  ] as const) {
    // `every-page.test.ts` runs axe on the wide page, too, but for the chats that load when they are in view.
    if (width === 1440 && !IS_FULL_RUN) continue;
    it(`has no axe violations at ${width} pixels, ${colorScheme}, and does not scroll sideways`, async () => {
      const chat = await ChatPage.open(started.browser, started.site.url, {
        viewport: { width, height: 900 },
        colorScheme,
        bypassCSP: true,
      });
      const { page } = chat;
      for (const id of ['configure', 'unplug', 'formats']) {
        await page.locator(`#${id}`).evaluate((section) => section.scrollIntoView());
        await page.locator(`#${id} :is(iframe, cf-ai-chat [part=input])`).first().waitFor();
      }
      await page.frameLocator('#stage iframe').locator('cf-ai-chat [part=input]').waitFor();
      await page.addScriptTag({ path: AXE });
      const found = await page.evaluate(async () => {
        const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
        const { violations } = await axe.run({ runOnly, resultTypes: ['violations'], iframes: false });
        return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${String(target)}`));
      });
      assert.deepEqual(found, []);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `the page scrolls sideways by ${overflow}px`);
      await chat.close();
    });
  }

  it('has its content and no empty boxes without scripts', async () => {
    const context = await started.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(started.site.url.href);
    for (const chat of await page.locator('cf-ai-chat').all()) {
      assert.ok(((await chat.innerText()).trim().length ?? 0) > 80, 'a chat has words inside');
      assert.ok(await chat.locator('p').first().isVisible());
    }
    for (const box of await page.locator('figure:visible, form:visible, #stage:visible').all())
      assert.notEqual((await box.innerText()).trim(), '');
    assert.ok(await page.getByText('cf-ai-chat.js" crossorigin').isVisible());
    assert.ok((await page.getByRole('link', { name: 'Help' }).count()) > 0);
    await context.close();
  });

  it('links only to pages and headings that exist, also in the recorded answers', async () => {
    const chat = await ChatPage.open(started.browser, started.site.url);
    const links = await chat.page
      .locator('a[href]')
      .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href));
    const targets = TOUR.flatMap(({ sources = [], answer }) => [
      ...sources.map(({ url }) => url),
      ...[...answer.matchAll(/\]\((#[\w-]+)\)/g)].map(([, anchor = '']) => anchor),
    ]);
    const urls = new Set([...links, ...targets.map((path) => new URL(path, started.site.url).href)]);
    assert.ok(urls.size > 8);
    for (const url of urls) {
      const response = await fetch(url);
      assert.equal(response.status, 200, url);
      const { hash } = new URL(url);
      if (hash) assert.ok((await response.text()).includes(`id="${hash.slice(1)}"`), url);
    }
    await chat.close();
  });

  it('can be navigated by keyboard, from the skip link on', async () => {
    const chat = await ChatPage.open(started.browser, started.site.url);
    const { page } = chat;
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to the content' });
    assert.ok(await skip.evaluate((link) => link === document.activeElement));
    await page.locator('#configure').evaluate((section) => section.scrollIntoView());
    await page.frameLocator('#stage iframe').locator('[part=input]').waitFor();
    await page.locator('#tab-script').focus();
    await page.keyboard.press('End');
    await page.locator('#tab-tag-manager[aria-selected=true]').waitFor();
    assert.ok(await page.locator('#tab-tag-manager').evaluate((tab) => tab === document.activeElement));
    await page.getByText("document.createElement('script')").waitFor();
    await chat.close();
  });
});
