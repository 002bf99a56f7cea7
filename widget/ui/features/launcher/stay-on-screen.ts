/** A scrollbar takes less of the window's width. */
const SCROLLBAR_PX = 40;

/**
 * Keeps a floating chat on the screen where a page is wider than a phone. The browser then fixes elements to an area as wide as
 * the page, of which the screen shows a part: the launcher, at the end of that area, is out of sight.
 *
 * @param base the frame; the style sheet reads from it how far the screen is from the edges of that area
 */
export function stayOnScreen(base: HTMLElement, signal: AbortSignal): void {
  // As large as the area of `position: fixed`. It is observed because no event tells that late content has made that area wider.
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
