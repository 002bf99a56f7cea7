import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { startStateSite, type Look } from '../support/state-site.ts';
import { useSite } from '../support/use-site.ts';

const DESKTOP: Look = { width: 1280, height: 800, scheme: 'light', language: 'en' };

/** The focused control, as `role "name"`. */
async function readFocused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.querySelector('cf-ai-chat')?.shadowRoot?.activeElement;
    if (!(focused instanceof HTMLElement)) return 'the page';
    const role = focused.getAttribute('role') ?? focused.localName;
    return `${role} "${(focused.ariaLabel ?? focused.innerText.trim()).split('\n')[0] ?? ''}"`;
  });
}

/** Presses a key until a control has focus whose name begins with `name`. */
async function goTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press(key);
    const focused = await readFocused(page);
    if (focused.includes(`"${name}`)) return;
    passed.push(focused);
  }
  throw new Error(`${key} never came to "${name}", but to ${passed.join(' · ')}`);
}

/** Waits until focus is where a screen reader continues. */
async function waitForFocus(page: Page, wanted: string): Promise<void> {
  try {
    await page.waitForFunction((name) => {
      const { activeElement } = document.querySelector('cf-ai-chat')?.shadowRoot ?? {};
      if (!(activeElement instanceof HTMLElement)) return false;
      return (activeElement.ariaLabel ?? activeElement.innerText.trim()).startsWith(name);
    }, wanted);
  } catch (cause) {
    throw new Error(`focus is on ${await readFocused(page)}, not on "${wanted}"`, { cause });
  }
}

describe('the chat with a screen reader and a keyboard', { timeout: 120_000 }, () => {
  const started = useSite(startStateSite);

  it('reaches sources, ratings, an edit, versions and the list of chats, and returns focus from each', async () => {
    const { page, show, close } = await started.site.open(DESKTOP);
    await show('versions');
    const { keyboard } = page;
    // Opens the card of a source.
    await goTo(page, 'Source 1', 'Shift+Tab');
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Source 1: Returns' }).waitFor();
    await keyboard.press('Escape');
    await waitForFocus(page, 'Source 1');
    // Opens the list of all sources.
    await goTo(page, '3 sources');
    await keyboard.press('Enter');
    await page.getByRole('list', { name: 'Sources' }).waitFor();
    await waitForFocus(page, '3 sources');
    // Shows another version of the answer.
    await goTo(page, 'Earlier version');
    await keyboard.press('Enter');
    await page.getByRole('group', { name: 'Version 1 of 2' }).waitFor();
    assert.match(await readFocused(page), /"(Earlier|Later) version"/);
    // Rates the answer as bad, with a comment.
    await goTo(page, 'Not helpful');
    await keyboard.press('Enter');
    await page.getByRole('group', { name: 'What went wrong?' }).waitFor();
    await goTo(page, 'Incomplete');
    await keyboard.press('Space');
    await goTo(page, 'Send comment');
    await keyboard.press('Enter');
    await page.getByRole('group', { name: 'What went wrong?' }).waitFor({ state: 'detached' });
    assert.notEqual(await readFocused(page), 'the page');
    // Cancels an edit.
    await goTo(page, 'Edit', 'Shift+Tab');
    await keyboard.press('Enter');
    await page.locator('.edit textarea').waitFor();
    await keyboard.press('Escape');
    await waitForFocus(page, 'Edit');
    // Opens the list of chats.
    await goTo(page, 'Menu', 'Shift+Tab');
    await keyboard.press('Enter');
    await goTo(page, 'Earlier chats', 'ArrowDown');
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Earlier chats' }).waitFor();
    await waitForFocus(page, 'Back');
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Chat' }).waitFor();
    await waitForFocus(page, 'Menu');
    // Ends the visit.
    await keyboard.press('Escape');
    await waitForFocus(page, 'Open chat');
    await close();
  });
});
