import type { ReactiveController, ReactiveControllerHost } from '@lit/reactive-element';

/** A scrollbar takes less of the window's width. */
const SCROLLBAR_PX = 40;

/**
 * Keeps a floating chat on the screen where a page is wider than a phone. The browser then fixes elements to an area as wide as
 * the page, of which the screen shows a part: the launcher, at the end of that area, is out of sight.
 */
export class WidePage implements ReactiveController {
  readonly #base: HTMLElement;
  /** As large as the area to which elements are fixed: no event tells that a table which came late has made it wider. */
  readonly #area = document.createElement('div');
  readonly #sizes = new ResizeObserver(() => this.#follow());
  #listening: AbortController | undefined;

  /** `base` is the frame; the style sheet reads from it how far the screen is from the edges of that area. */
  constructor(host: ReactiveControllerHost, base: HTMLElement) {
    this.#base = base;
    Object.assign(this.#area.style, {
      position: 'fixed',
      inset: '0',
      visibility: 'hidden',
      pointerEvents: 'none',
    });
    host.addController(this);
  }

  hostConnected(): void {
    this.#listening = new AbortController();
    const options = { signal: this.#listening.signal, passive: true };
    for (const type of ['resize', 'scroll'])
      globalThis.visualViewport?.addEventListener(type, () => this.#follow(), options);
    this.#base.getRootNode().appendChild(this.#area);
    this.#sizes.observe(this.#area);
  }

  hostDisconnected(): void {
    this.#listening?.abort();
    this.#sizes.disconnect();
    this.#area.remove();
  }

  #follow(): void {
    const viewport = globalThis.visualViewport;
    if (!viewport || this.#listening?.signal.aborted) return;
    const { offsetLeft, offsetTop, width, height } = viewport;
    const isWide = innerWidth > document.documentElement.clientWidth + SCROLLBAR_PX;
    const edges = {
      left: offsetLeft,
      right: innerWidth - offsetLeft - width,
      bottom: innerHeight - offsetTop - height,
    };
    for (const [edge, distance] of Object.entries(edges)) {
      const name = `--_cf-ai-chat-${edge}`;
      if (isWide) this.#base.style.setProperty(name, `${distance}px`);
      else this.#base.style.removeProperty(name);
    }
  }
}
