/** Resolves when the page is idle, as the chat waits for it; WebKit has no `requestIdleCallback`. */
export async function idle(): Promise<void> {
  await new Promise((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve));
}

/** Waits for an intersection observer, which reports after a frame, and then as {@link idle}. */
export async function observedAndIdle(): Promise<void> {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  await idle();
}
