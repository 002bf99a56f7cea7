import type { Page } from 'playwright-core';
import { launchChromium } from './browser.ts';
import { DOCUMENTATION, startWorker } from './worker-harness.ts';

const TEXTS = ['wordpress plugin', 'rate limit', 'how do i change the colours'];
/** The pause between two letters of somebody who types fast. */
const PAUSE_MS = 150;

/** Types into the search of the documentation. For each letter, the milliseconds until the list of results is drawn. */
export async function measureLetters(): Promise<readonly number[]> {
  const worker = await startWorker({}, DOCUMENTATION);
  const browser = await launchChromium();
  try {
    const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
    await page.goto(new URL('docs/theming', worker.url).href, { waitUntil: 'networkidle' });
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search' });
    await field.waitFor();
    const times: number[] = [];
    for (const text of TEXTS) {
      await field.fill('');
      for (const letter of text) {
        times.push(await typeLetter(page, letter));
        await page.waitForTimeout(PAUSE_MS);
      }
    }
    return times;
  } finally {
    await browser.close();
    await worker.close();
  }
}

/** Time from a letter to the frame after the last change of the list within a second. */
async function typeLetter(page: Page, letter: string): Promise<number> {
  // A handle, whose promise is awaited later: the listener must exist before the key is pressed, and the promise resolves afterwards.
  const listening = await page.evaluateHandle(() => ({
    time: new Promise<number>((resolve) => {
      const root = [...document.querySelectorAll('cf-ai-chat')].find((chat) =>
        chat.shadowRoot?.querySelector('dialog[open]'),
      )?.shadowRoot;
      root?.addEventListener(
        'input',
        () => {
          const start = performance.now();
          const list = root.querySelector('[part=search__results]');
          let drawnAt = start;
          const changes = new MutationObserver(() => {
            requestAnimationFrame(() => (drawnAt = performance.now()));
          });
          if (list)
            changes.observe(list, {
              subtree: true,
              childList: true,
              characterData: true,
              attributes: true,
            });
          setTimeout(() => {
            changes.disconnect();
            resolve(drawnAt - start);
          }, 1_000);
        },
        { once: true, capture: true },
      );
    }),
  }));
  await page.keyboard.press(letter === ' ' ? 'Space' : letter);
  return listening.evaluate(({ time }) => time);
}
