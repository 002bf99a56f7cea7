import { afterPaint } from '../../base/after-paint.ts';
import type { ChatHost } from '../../element/chat-host.ts';

const INTERVAL_MS = 1_000;
/** Looks at a page whose banners may come late. After them, only actions of the visitor are a reason to look again. */
const EARLY_LOOKS = 10;
/** A cookie banner above a bar to buy with, and one to spare. */
const MAX_BARS = 3;
/** So far above the edge of the window, or of another bar, a bar is looked for: some leave a gap. */
const DEPTH_PX = 24;
const REASONS = ['load', 'resize', 'scroll', 'click', 'keydown'];

/**
 * Keeps the closed launcher above bars that the page has fixed to its bottom. Looks at the page at most once a second, when the
 * browser has just drawn and need not lay out for it; the page's nodes are not observed.
 *
 * @param base the frame; the style sheet reads from it how far the launcher stands above its place
 */
export function standAboveBars(host: ChatHost, base: HTMLElement, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looks = 0;
  const look = (): void => {
    timer = undefined;
    if (signal.aborted) return;
    // An open panel does not move.
    if (host.mode === 'floating' && !host.open)
      base.style.setProperty('--_cf-ai-chat-lift', `${heightOfBars(base)}px`);
    looks += 1;
    if (looks < EARLY_LOOKS) schedule();
  };
  const schedule = (): void => {
    timer ??= setTimeout(() => afterPaint(look), INTERVAL_MS);
  };
  for (const reason of REASONS) addEventListener(reason, schedule, { signal, passive: true, capture: true });
  signal.addEventListener('abort', () => clearTimeout(timer));
  if (document.readyState === 'complete') schedule();
}

function heightOfBars(base: HTMLElement): number {
  const { left, width } = (base.querySelector('.launcher') ?? base).getBoundingClientRect();
  return innerHeight - topOfBars(left + width / 2, innerHeight, MAX_BARS);
}

/** The upper edge of as many bars as stand on one another at a distance from the left. */
function topOfBars(x: number, edge: number, most: number): number {
  const seen = new Set<Element>();
  const bar =
    most &&
    elementsAt(document, x, edge - DEPTH_PX)
      .map((element) => barAround(element, seen))
      .find(Boolean);
  return bar ? topOfBars(x, bar.top, most - 1) : edge;
}

/** What is drawn at a point, in open shadow roots, too, but for those of chats: a wide launcher is no bar. */
function elementsAt(root: Document | ShadowRoot, x: number, y: number): Element[] {
  return root.elementsFromPoint(x, y).flatMap((element) => {
    const { shadowRoot } = element;
    // Chromium lists for a shadow root what is outside of it, too.
    const isInside = shadowRoot && root.contains(element) && element.localName !== 'cf-ai-chat';
    return isInside ? [...elementsAt(shadowRoot, x, y), element] : element;
  });
}

/** Where the bar is that an element stands in, once for elements in each other; clicks may go through the bar itself. */
function barAround(element: Element, seen: Set<Element>): DOMRect | undefined {
  if (seen.has(element)) return undefined;
  seen.add(element);
  const { position, bottom } = getComputedStyle(element);
  // A heading that sticks to the top is no bar while it comes in at the bottom.
  if (position === 'fixed' || (position === 'sticky' && bottom !== 'auto')) {
    const box = element.getBoundingClientRect();
    return box.width >= innerWidth / 2 && box.height <= innerHeight / 2 ? box : undefined;
  }
  return element.parentElement ? barAround(element.parentElement, seen) : undefined;
}
