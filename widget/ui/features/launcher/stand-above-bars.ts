import { afterPaint } from '../../base/after-paint.ts';
import type { ChatHost } from '../../element/chat-host.ts';

const INTERVAL_MS = 1_000;
/** Checks of a page whose banners may come late. After them, only actions of the visitor cause another check. */
const EARLY_LOOKS = 10;
/** Bars above each other that are considered: a cookie banner above a shopping bar, and one more. */
const MAX_BARS = 3;
/** A bar is looked for this far above the edge of the window or of the bar below: some bars leave a gap. */
const DEPTH_PX = 24;
const REASONS = ['load', 'resize', 'scroll', 'click', 'keydown'];

/**
 * Keeps the closed launcher above bars that the page has fixed to its bottom. Checks at most once a second, right after the
 * browser has painted, so that it causes no layout. Does not observe the page's nodes.
 *
 * @param base the frame; receives, for the style sheet, how far to raise the launcher
 */
export function standAboveBars(host: ChatHost, base: HTMLElement, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looks = 0;
  const look = (): void => {
    timer = undefined;
    if (signal.aborted) return;
    // Only for a closed chat: an open panel must not move.
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

/** The upper edge of the bars that stand on each other at the horizontal position `x`. */
function topOfBars(x: number, edge: number, most: number): number {
  const seen = new Set<Element>();
  const bar =
    most &&
    elementsAt(document, x, edge - DEPTH_PX)
      .map((element) => barAround(element, seen))
      .find(Boolean);
  return bar ? topOfBars(x, bar.top, most - 1) : edge;
}

/** The elements at a point, also inside open shadow roots, but not inside chats: a wide launcher is no bar. */
function elementsAt(root: Document | ShadowRoot, x: number, y: number): Element[] {
  return root.elementsFromPoint(x, y).flatMap((element) => {
    const { shadowRoot } = element;
    // For a shadow root Chromium also lists elements outside it.
    const isInside = shadowRoot && root.contains(element) && element.localName !== 'cf-ai-chat';
    return isInside ? [...elementsAt(shadowRoot, x, y), element] : element;
  });
}

/**
 * The rectangle of the bar that contains an element; undefined for a bar already seen. Ancestors are checked because a bar
 * itself may ignore pointer events.
 */
function barAround(element: Element, seen: Set<Element>): DOMRect | undefined {
  if (seen.has(element)) return undefined;
  seen.add(element);
  const { position, bottom } = getComputedStyle(element);
  // A heading that sticks to the top of the view is no bar while it scrolls in at the bottom.
  if (position === 'fixed' || (position === 'sticky' && bottom !== 'auto')) {
    const box = element.getBoundingClientRect();
    return box.width >= innerWidth / 2 && box.height <= innerHeight / 2 ? box : undefined;
  }
  return element.parentElement ? barAround(element.parentElement, seen) : undefined;
}
