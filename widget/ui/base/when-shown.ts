declare global {
  interface Document {
    /** Whether the browser has prerendered the page, which may never be shown. Chromium only. */
    readonly prerendering?: boolean;
  }
}

/** Calls back once the page is shown: at once, or when a prerendered page is visited. */
export function whenShown(callback: () => void): void {
  if (document.prerendering) document.addEventListener('prerenderingchange', callback, { once: true });
  else callback();
}
