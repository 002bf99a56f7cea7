/**
 * Keeps wheels and fingers that scroll in the chat from the page. Pages that scroll by script, such as those with Lenis or
 * fullPage.js, take every such event for their own and keep the browser from scrolling: the page moved under a chat that stood still.
 *
 * @param root the chat's shadow root
 */
export function containScrolling(root: ShadowRoot, signal: AbortSignal): void {
  for (const type of ['wheel', 'touchmove'])
    root.addEventListener(type, (event) => event.stopPropagation(), { passive: true, signal });
}
