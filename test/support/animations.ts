import type { Locator } from 'playwright-core';

/** Resolves when the animations of an element have ended: a panel is drawn at another size while it opens. */
export async function animationsEnd(element: Locator): Promise<void> {
  await element.evaluate((animated) => Promise.all(animated.getAnimations().map(({ finished }) => finished)));
}
