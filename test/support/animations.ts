import type { Locator } from 'playwright-core';

/** Resolves when the animations of an element have ended: while a panel opens, it is drawn in another size. */
export async function animationsEnd(element: Locator): Promise<void> {
  await element.evaluate((animated) => Promise.all(animated.getAnimations().map(({ finished }) => finished)));
}
