import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { startStateSite, type Look, type StatesPage } from '../support/state-site.ts';
import { useSite } from '../support/use-site.ts';

const DESKTOP: Look = { width: 1280, height: 800, scheme: 'light', language: 'en' };

/** The name of the focused control, in the chat or on the page. */
function readFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const inside = document.querySelector('cf-ai-chat')?.shadowRoot?.activeElement;
    const focused = inside ?? document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body) return 'the page';
    return focused.ariaLabel ?? focused.innerText.trim();
  });
}

/** Presses Tab (or Shift+Tab) at most 40 times until a control has focus. Returns the controls on the way. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<readonly string[]> {
  const passed: string[] = [];
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press(key);
    const focused = await readFocus(page);
    if (focused === name) return passed;
    passed.push(focused);
  }
  throw new Error(`Tab never came to "${name}", but to ${passed.join(' · ')}`);
}

describe('the chat by keyboard alone', { timeout: 120_000 }, () => {
  const started = useSite(startStateSite);

  async function open(state: string, look: Look = DESKTOP): Promise<StatesPage> {
    const shown = await started.site.open(look);
    await shown.show(state);
    return shown;
  }

  it('opens, asks a suggestion, and closes with Escape; focus returns to the launcher', async () => {
    const { page, close } = await open('closed');
    await tabTo(page, 'Open chat');
    await page.keyboard.press('Enter');
    await page.locator('cf-ai-chat textarea').waitFor();
    await page.waitForFunction(() =>
      document.querySelector('cf-ai-chat')?.shadowRoot?.activeElement?.matches('textarea'),
    );
    await tabTo(page, 'How long does delivery take?', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.locator('.message.user').waitFor();
    assert.equal(await readFocus(page), 'Message');
    // The first Escape stops the answer.
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('cf-ai-chat textarea').isVisible(), true);
    await page.keyboard.press('Escape');
    await page.locator('cf-ai-chat textarea').waitFor({ state: 'hidden' });
    assert.equal(await readFocus(page), 'Open chat');
    await close();
  });

  it('lets Tab leave a panel beside the page, and keeps it in a panel that covers the page', async () => {
    const beside = await open('empty');
    await tabTo(beside.page, 'the page');
    await beside.close();
    const covering = await open('empty', { ...DESKTOP, width: 320, height: 256 });
    const passed = await tabTo(covering.page, 'Message');
    assert.ok(passed.length > 0 && !passed.includes('the page'), passed.join(' · '));
    await covering.close();
  });

  it('opens the menu, moves in it by arrows, and closes it by Escape', async () => {
    const { page, close } = await open('answer');
    await tabTo(page, 'Menu', 'Shift+Tab');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menu').waitFor();
    assert.equal(await readFocus(page), 'New chat');
    await page.keyboard.press('End');
    assert.equal(await readFocus(page), 'Privacy');
    await page.keyboard.press('ArrowDown');
    assert.equal(await readFocus(page), 'New chat');
    await page.keyboard.press('Escape');
    assert.equal(await readFocus(page), 'Menu');
    await close();
  });

  it('reaches everything in an answer in reading order', async () => {
    const { page, close } = await open('long-answer');
    await page.getByRole('log').focus();
    const passed = await tabTo(page, 'Message');
    const order = ['your orders', 'Copy code: JavaScript', 'Helpful', 'Not helpful'].map((name) =>
      passed.indexOf(name),
    );
    assert.ok(!order.includes(-1), passed.join(' · '));
    assert.deepEqual(
      order,
      order.toSorted((a, b) => a - b),
      passed.join(' · '),
    );
    await close();
  });

  it('asks a failed question again, and edits it', async () => {
    const { page, close } = await open('error');
    await tabTo(page, 'Edit', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.locator('.edit textarea').waitFor();
    await page.keyboard.press('End');
    await page.keyboard.type(' Now');
    await page.keyboard.press('Enter');
    await page.locator('.message.user').getByText('How do I return my boots? Now').waitFor();
    await close();
  });

  it('shows a two-coloured focus ring on the launcher, whatever the page behind it is', async () => {
    const { page, close } = await open('closed');
    await tabTo(page, 'Open chat');
    const ring = await page.evaluate(() => {
      const launcher = document.querySelector('cf-ai-chat')!.shadowRoot!.querySelector('[part=launcher]')!;
      const { outlineColor, outlineStyle, boxShadow } = getComputedStyle(launcher);
      return [outlineColor, outlineStyle, boxShadow.split(') ')[0]];
    });
    assert.deepEqual(ring, ['rgb(0, 0, 0)', 'solid', 'rgb(255, 255, 255']);
    await close();
  });
});
