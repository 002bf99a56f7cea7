declare global {
  interface Document {
    /** The browser has loaded the page ahead, and its visitor may never come. Chromium only. */
    readonly prerendering?: boolean;
  }
}

/** Calls back once the page is shown: at once, or when a prerendered page is visited. */
export function whenShown(callback: () => void): void {
  if (document.prerendering) document.addEventListener('prerenderingchange', callback, { once: true });
  else callback();
}
