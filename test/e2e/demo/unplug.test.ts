import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../support/browser.ts';
import { ChatPage } from '../../support/chat-page.ts';
import { startDemoSite } from '../../support/demo-site.ts';
import type { PageServer } from '../../support/page-server.ts';
import { pressStop } from '../../support/press-stop.ts';

const LAST_WORDS = 'the honest ending instead of a silent one';

describe('the section of the demo that interrupts an answer', { timeout: 120_000 }, () => {
  let site: PageServer;
  let browser: Browser;
  let chat: ChatPage;
  before(async () => {
    site = await startDemoSite();
    browser = await launchChromium();
    chat = await ChatPage.open(browser, new URL('/#unplug', site.url), {
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    await broken().getByRole('textbox').waitFor();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  const broken = () => chat.page.locator('#unplug cf-ai-chat');
  const press = (name: string): Promise<void> => chat.page.getByRole('button', { name, exact: true }).click();
  const says = (words: string): Promise<void> =>
    chat.page.locator('#unplug-status').getByText(words).waitFor();
  const count = (words: string): Promise<number> =>
    broken()
      .locator('.message.assistant')
      .evaluateAll(
        (all, text) =>
          all
            .map((one) => one.textContent)
            .join('')
            .split(text).length - 1,
        words,
      );

  it('continues the answer where the network was cut, when the network is back', async () => {
    await press('Cut the network');
    await broken().getByText('Reconnecting').waitFor();
    await says('The line is cut');
    assert.equal(await count('I keep two promises'), 1);
    assert.equal(await count(LAST_WORDS), 0);
    await press('Plug it back in');
    await says('The answer went on where it broke');
    assert.equal(await count('I keep two promises'), 1);
    assert.equal(await count(LAST_WORDS), 1);
  });

  it('shows words one by one on a slow line, and stops on request', async () => {
    await press('Slow it down');
    await broken().getByText('I keep').waitFor();
    await pressStop(broken());
    await broken().getByText('You stopped this answer').waitFor();
    assert.equal(await count(LAST_WORDS), 0);
  });

  it('keeps the text that came before the model failed', async () => {
    await press('Make the model fail');
    await says('The model failed');
    assert.equal(await count('I keep two promises'), 1);
    await broken().getByText('Something went wrong while answering').waitFor();
  });

  it('does not cover the buttons of a failed answer with the button to the end', async () => {
    await broken().getByRole('button', { name: 'Jump to the latest message' }).waitFor();
    const steps = await broken().locator('.failure .next :is(a, button)').all();
    assert.equal(steps.length, 3);
    for (const step of steps)
      assert.ok(
        await step.evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          const root = element.getRootNode() as ShadowRoot;
          return element.contains(root.elementFromPoint(left + width - 2, top + height / 2));
        }),
        await step.innerText(),
      );
  });

  it('marks an answer that ends early as cut off, and lets the visitor continue it', async () => {
    await press('Hang up');
    await says('marked as cut off');
    assert.equal(await count(LAST_WORDS), 0);
    await broken().getByRole('button', { name: 'Continue' }).click();
    await broken().getByText(LAST_WORDS).waitFor();
  });

  it('keeps a question that no server accepted, and sends it again', async () => {
    await press('Make the server fail');
    await says('The question stays');
    await broken().getByRole('button', { name: 'Try again' }).click();
    await broken().getByText('I keep two promises').waitFor();
  });

  it('counts down to the next question after too many questions', async () => {
    await press('Ask too often');
    await broken()
      .getByText(/You can try again in/)
      .waitFor();
    await says('counts down');
  });

  it("scrolls the chat into view where it stands below the section's buttons", async () => {
    await chat.page.setViewportSize({ width: 390, height: 844 });
    await chat.page.locator('#unplug').evaluate((section) => section.scrollIntoView());
    await press('Cut the network');
    await chat.page.waitForFunction(() => {
      const { bottom } = document.querySelector('#unplug cf-ai-chat')!.getBoundingClientRect();
      return bottom <= innerHeight + 1;
    });
    assert.ok(await chat.page.getByRole('button', { name: 'Plug it back in' }).isVisible());
  });
});
