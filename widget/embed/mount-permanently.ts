/** Turbo keeps elements with this attribute when it morphs a page. Without an `id`, the attribute has no other effect. */
const KEEP_ATTRIBUTE = 'data-turbo-permanent';

/** The elements added by {@link mountPermanently}; a page may have several. */
const MOUNTED = new WeakSet<Node>();

/**
 * Adds an element to the page, and adds it again after a navigation without a page load (Turbo, htmx, Astro, the page's own
 * router) has replaced the body or its content. If the page removes only such elements, they stay removed.
 *
 * @param isWanted returns whether the page, as it is after a navigation, has no other chat
 * @param mountAnother called when the element cannot be used any more, because `document.open()` has removed its listeners
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
    // Also the document itself: `document.open()` empties it, and pages may replace its root element.
    for (const target of [document, document.documentElement, document.body])
      if (target) observer.observe(target, { childList: true });
  };
  const restore = (): void => {
    watch();
    if (element.isConnected || !document.body) return;
    // Libraries that restore a page from stored HTML also restore a copy of the element, which does not work.
    for (const copy of document.querySelectorAll(`cf-ai-chat[${KEEP_ATTRIBUTE}]:not([id])`))
      if (!MOUNTED.has(copy)) copy.remove();
    if (!isWanted()) return;
    if (element.onabort) document.body.append(element);
    else {
      observer.disconnect();
      mountAnother();
    }
  };
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- `document.open()` resets this property when it removes the listeners; the event itself never fires
  element.onabort = restore;
  MOUNTED.add(element);
  element.setAttribute(KEEP_ATTRIBUTE, '');
  restore();
}
