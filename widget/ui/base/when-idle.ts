/** Calls back when the page has nothing else to do; in WebKit, which cannot tell, after `fallbackMs` milliseconds. */
export function whenIdle(callback: () => void, fallbackMs: number): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(callback);
  else setTimeout(callback, fallbackMs);
}
