import type { Locator } from 'playwright-core';
import { until } from './until.ts';

/** Presses Stop until the answer has stopped: a press within the time of a double click, after the button has appeared, does nothing. */
export async function pressStop(chat: Locator): Promise<void> {
  const button = chat.getByRole('button', { name: 'Stop answering' });
  await button.waitFor();
  await until(
    async () => {
      if ((await button.count()) > 0) await button.click();
      return button.count();
    },
    (count) => count === 0,
  );
}
