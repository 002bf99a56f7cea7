/** Turbo's morphing leaves an element with this attribute alone; without an `id` it does nothing else. */
const MARK = 'data-turbo-permanent';

/** The elements that are mounted, of which a page may have several. */
const MOUNTED = new WeakSet<Node>();

/**
 * Puts an element on the page, and back on it when a navigation without a page load (Turbo, htmx, Astro, a router of the
 * page's own) has replaced the body or its content. Where the page removes mounted elements and nothing else, they stay removed.
 *
 * @param isWanted whether the page, as it is after a navigation, lacks a chat of its own
 * @param mountAnother called where the element cannot be used any more: `document.open()` takes off all listeners
 */
export function mountPermanently(
  element: HTMLElement,
  isWanted: () => boolean,
  mountAnother: () => void,
): void {
  const observer = new MutationObserver((records) => {
    const removed = records.flatMap(({ removedNodes }) => [...removedNodes]);
    const isFinal = removed.includes(element) && removed.every((node) => MOUNTED.has(node));
    if (isFinal && !element.isConnected) observer.disconnect();
    else restore();
  });
  const watch = (): void => {
    // The document itself: `document.open()` empties it, and pages replace its root.
    for (const target of [document, document.documentElement, document.body])
      if (target) observer.observe(target, { childList: true });
  };
  const restore = (): void => {
    watch();
    if (element.isConnected || !document.body) return;
    // Libraries that store a page's HTML to come back to it have stored a copy of the element with it.
    for (const copy of document.querySelectorAll(`cf-ai-chat[${MARK}]:not([id])`))
      if (!MOUNTED.has(copy)) copy.remove();
    if (!isWanted()) return;
    if (element.onabort) document.body.append(element);
    else {
      observer.disconnect();
      mountAnother();
    }
  };
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it shows whether the listeners are still there: it goes with them, and its event never comes
  element.onabort = restore;
  MOUNTED.add(element);
  element.setAttribute(MARK, '');
  restore();
}
