import type { Locator } from 'playwright-core';
import { until } from './until.ts';

/**
 * Stops the answer of a chat by its button. Waits before the press: right after the button has become Stop, a press counts as the
 * second one of a double click and does nothing.
 */
export async function pressStop(chat: Locator): Promise<void> {
  const stop = chat.getByRole('button', { name: 'Stop answering' });
  await stop.waitFor();
  const press = async (): Promise<boolean> => {
    // The Stop button may be gone by now.
    await stop.click({ timeout: 1_000 }).catch(() => undefined);
    return stop.isVisible();
  };
  await until(press, (isVisible) => !isVisible);
}
