import { whenShown } from './when-shown.ts';

/** Time that a page gets after its load. */
const SETTLING_MS = 200;

/** Calls back when the page is shown and has nothing else to do; in WebKit, which cannot tell, after `fallbackMs` milliseconds. */
export function whenIdle(callback: () => void, fallbackMs = SETTLING_MS): void {
  whenShown(() => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(callback);
    else setTimeout(callback, fallbackMs);
  });
}
