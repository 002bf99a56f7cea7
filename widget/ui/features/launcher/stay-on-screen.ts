/** A larger difference in width is not caused by a scrollbar. */
const SCROLLBAR_PX = 40;

/**
 * Keeps a floating chat on the screen where a page is wider than a phone. There the browser positions `position: fixed`
 * elements in an area as wide as the page, of which the screen shows only a part. The launcher at the end of that area would
 * not be visible.
 *
 * @param base the frame; receives, for the style sheet, the distances of the screen from the edges of that area
 */
export function stayOnScreen(base: HTMLElement, signal: AbortSignal): void {
  // As large as the `position: fixed` area. Observed, because no event reports when late content has made that area wider.
  const area = document.createElement('div');
  area.className = 'area';
  const follow = (): void => {
    const viewport = globalThis.visualViewport;
    if (!viewport || signal.aborted) return;
    const { offsetLeft, offsetTop, width, height } = viewport;
    const isWide = innerWidth > document.documentElement.clientWidth + SCROLLBAR_PX;
    const edges = {
      left: offsetLeft,
      right: innerWidth - offsetLeft - width,
      bottom: innerHeight - offsetTop - height,
    };
    for (const [edge, distance] of Object.entries(edges))
      base.style.setProperty(`--_cf-ai-chat-${edge}`, isWide ? `${distance}px` : '');
  };
  const sizes = new ResizeObserver(follow);
  for (const type of ['resize', 'scroll'])
    globalThis.visualViewport?.addEventListener(type, follow, { signal, passive: true });
  base.getRootNode().appendChild(area);
  sizes.observe(area);
  signal.addEventListener('abort', () => {
    sizes.disconnect();
    area.remove();
  });
}
