import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { findChromium, launchChromium } from '../support/browser.ts';
import { IS_FULL_RUN } from '../support/full-run.ts';

describe('the search for a Chromium', () => {
  const chosen = process.env['CHROMIUM'];

  afterEach(() => {
    if (chosen === undefined) delete process.env['CHROMIUM'];
    else process.env['CHROMIUM'] = chosen;
  });

  it('fails if the Chromium that the variable CHROMIUM names does not exist', async () => {
    process.env['CHROMIUM'] = '/nowhere/chromium';
    await assert.rejects(findChromium(), {
      message: 'CHROMIUM names /nowhere/chromium, which does not exist',
    });
  });

  // It unpacks a whole browser.
  if (!IS_FULL_RUN) return;

  it(
    'falls back to the build from npm, which needs no libraries of the system',
    { timeout: 60_000 },
    async () => {
      process.env['CHROMIUM'] = 'npm';
      const browser = await launchChromium();
      try {
        const page = await browser.newPage();
        await page.setContent('<p>hello <b>bold</b> <input value="field"></p>');
        assert.equal(await page.locator('p').textContent(), 'hello bold ');
        // It draws text in letters of a font.
        await page.screenshot();
        assert.ok(((await page.locator('b').boundingBox())?.width ?? 0) > 10);
      } finally {
        await browser.close();
      }
    },
  );
});
