import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { INTERRUPTIONS, InterruptedSends } from '../../support/attachments/interrupted-sends.ts';
import { IS_FULL_RUN } from '../../support/full-run.ts';
import { launchChromium } from '../../support/browser.ts';

/** The tenths of the upload after which it is interrupted: before it begins, and at its half. */
const TENTHS = [0, 5];

describe('the upload of a file to the Worker, interrupted', { timeout: 120_000 }, () => {
  let browser: Browser;
  let sends: InterruptedSends;
  before(async () => {
    browser = await launchChromium();
    sends = await InterruptedSends.start(browser);
  });
  after(async () => {
    await sends?.close();
    await browser?.close();
  });

  for (const [index, interruption] of INTERRUPTIONS.entries())
    it(`arrives once, with its question, and is charged once: ${interruption}`, async () => {
      // In `npm test` each interruption comes at one of the two moments, in turn.
      for (const tenth of IS_FULL_RUN ? TENTHS : TENTHS.slice(index % 2).slice(0, 1))
        assert.deepEqual(await sends.run(interruption, tenth), { interruption, tenth, faults: [] });
    });
});
