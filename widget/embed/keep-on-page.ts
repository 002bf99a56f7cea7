/** Turbo's morphing leaves an element with this attribute alone; without an `id` it does nothing else. */
const MARK = 'data-turbo-permanent';

/**
 * Puts an element on the page, and back on it when a navigation without a page load (Turbo, htmx, Astro, a
 * router of the page's own) has swapped the body under it. Removing just this element is final.
 *
 * @param isWanted whether the page, as it is after a swap, lacks a chat of its own
 */
export function keepOnPage(element: HTMLElement, isWanted: () => boolean): void {
  const observer = new MutationObserver((records) => {
    const removed = records.flatMap(({ removedNodes }) => [...removedNodes]);
    if (!element.isConnected && removed.length === 1 && removed[0] === element) observer.disconnect();
    else if (document.body) restore();
  });
  const watch = (): void => {
    for (const target of [document.documentElement, document.body])
      observer.observe(target, { childList: true });
  };
  const restore = (): void => {
    watch();
    if (element.isConnected) return;
    // Libraries that keep a page's HTML to come back to it have kept a copy of the element with it.
    for (const copy of document.querySelectorAll(`cf-ai-chat[${MARK}]:not([id])`)) copy.remove();
    if (isWanted()) document.body.append(element);
  };
  element.setAttribute(MARK, '');
  restore();
}
