import { whenShown } from './when-shown.ts';

/** Time to wait after the load of the page. */
const SETTLING_MS = 200;

/** Calls back when the page is shown and idle. WebKit cannot report idle time: there, after `fallbackMs` milliseconds. */
export function whenIdle(callback: () => void, fallbackMs = SETTLING_MS): void {
  whenShown(() => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(callback);
    else setTimeout(callback, fallbackMs);
  });
}
