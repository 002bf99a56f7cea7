import type { Page } from 'playwright-core';

/** Milliseconds from a click on the launcher to the frame that shows the panel. */
export function timeOpening(page: Page): Promise<number> {
  return page.locator('cf-ai-chat').evaluate(async (chat) => {
    const start = performance.now();
    const opened = new Promise((resolve) =>
      chat.addEventListener('cf-ai-chat-after-show', resolve, { once: true }),
    );
    chat.shadowRoot?.querySelector<HTMLElement>('[part=launcher]')?.click();
    await opened;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - start;
  });
}
