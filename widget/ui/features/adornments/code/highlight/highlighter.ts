import { LazyFeature } from '../../../../base/lazy-feature.ts';
import { whenIdle } from '../../../../base/when-idle.ts';
import { languageOf } from '../code-language.ts';
import { HighlightedCode } from './highlighted-code.ts';
import { loadMode } from './load-mode.ts';
import type { Mode } from './mode.ts';

/** Longest time for one piece of work, in milliseconds: half of what a frame may lose. */
const SLICE_MS = 4;
/** Time spent in the frame in which code has grown, so that new lines are highlighted at once. */
const GROWTH_MS = 2;

/** Lines above and below the visible part that are highlighted too. */
const MARGIN_LINES = 8;
/** Margin around the view in which code counts as visible, so that it is highlighted before it scrolls into view. */
const MARGIN = '25% 0px';

/** Time between two pieces of work where the browser cannot report idle time. */
const PAUSE_MS = 20;

/**
 * Highlights the visible code with the CSS Custom Highlight API, without changing nodes. Only visible lines have ranges: in
 * every frame with a change Chromium processes all ranges of the document (measured: 1 ms for 100 to 300 ranges). Without that
 * API, code stays uncoloured.
 */
export class Highlighter {
  readonly #scroller: HTMLElement;
  readonly #codes = new WeakMap<HTMLElement, HighlightedCode>();
  readonly #inView = new Map<HTMLElement, string>();
  readonly #modes = new Map<string, LazyFeature<Mode | undefined>>();
  /** In forced colours nothing is highlighted: the visitor's colours would make highlighted text unreadable. */
  readonly #forced = matchMedia('(forced-colors: active)');
  readonly #sizes = new ResizeObserver(() => this.follow());
  readonly #views: IntersectionObserver | undefined;
  #isScheduled = false;
  #isPainting = false;

  constructor(scroller: HTMLElement, signal: AbortSignal) {
    this.#scroller = scroller;
    if (!('highlights' in CSS)) return;
    const options = { root: scroller, rootMargin: MARGIN };
    this.#views = new IntersectionObserver((entries) => this.#handleViews(entries), options);
    scroller.addEventListener('scroll', () => this.#handleScroll(), { passive: true, signal });
    this.#forced.addEventListener('change', () => this.#paint(), { signal });
    signal.addEventListener('abort', () => this.#dispose());
  }

  /** Highlights a code block whenever it is visible. */
  watch(code: HTMLElement): void {
    this.#views?.observe(code);
  }

  /** Tokenizes new lines of the visible code. */
  follow(): void {
    if (this.#read(GROWTH_MS)) this.#schedule();
  }

  #handleViews(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const code = target as HTMLElement;
      const { mode } = languageOf(code);
      if (mode && isIntersecting) this.#show(code, mode);
      else this.#hide(code);
    }
  }

  #show(code: HTMLElement, mode: string): void {
    if (this.#inView.has(code)) return;
    this.#inView.set(code, mode);
    this.#sizes.observe(code);
    if (this.#codes.has(code)) this.#schedule();
    else this.#open(code, mode);
  }

  /** Call when a code block has left the view, or the document. */
  #hide(code: HTMLElement): void {
    this.#inView.delete(code);
    this.#sizes.unobserve(code);
    this.#codes.get(code)?.hide();
  }

  #open(code: HTMLElement, name: string): void {
    const mode = this.#modeOf(name);
    if (mode.current) {
      this.#codes.set(code, new HighlightedCode(code, mode.current));
      this.#schedule();
    } else mode.request();
  }

  #modeOf(name: string): LazyFeature<Mode | undefined> {
    const known = this.#modes.get(name);
    if (known) return known;
    const made = new LazyFeature(
      () => loadMode(name),
      () => this.#openAll(name),
    );
    this.#modes.set(name, made);
    return made;
  }

  /** Call when a mode has loaded, or should be requested again after a failure. */
  #openAll(name: string): void {
    for (const [code, mode] of this.#inView)
      if (mode === name && !this.#codes.has(code)) this.#open(code, name);
  }

  #handleScroll(): void {
    if (this.#isPainting || this.#inView.size === 0) return;
    this.#isPainting = true;
    requestAnimationFrame(() => {
      this.#isPainting = false;
      this.#paint();
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    whenIdle(() => {
      this.#isScheduled = false;
      if (this.#read(SLICE_MS)) this.#schedule();
    }, PAUSE_MS);
  }

  /** Tokenizes for at most this time. Returns whether lines are left. */
  #read(milliseconds: number): boolean {
    const deadline = performance.now() + milliseconds;
    let isMore = false;
    for (const code of this.#inView.keys()) {
      if (this.#codes.get(code)?.read(deadline) === false) isMore = true;
    }
    this.#paint();
    return isMore;
  }

  #paint(): void {
    const view = this.#scroller.getBoundingClientRect();
    for (const code of this.#inView.keys()) {
      const highlighted = this.#codes.get(code);
      if (!highlighted) continue;
      if (this.#forced.matches) {
        highlighted.hide();
        continue;
      }
      const { top } = code.getBoundingClientRect();
      const lineHeight = Number.parseFloat(getComputedStyle(code).lineHeight);
      const first = Math.floor((view.top - top) / lineHeight) - MARGIN_LINES;
      const last = Math.ceil((view.bottom - top) / lineHeight) + MARGIN_LINES;
      highlighted.show(first, last);
    }
  }

  #dispose(): void {
    this.#views?.disconnect();
    this.#sizes.disconnect();
    for (const code of this.#inView.keys()) this.#codes.get(code)?.hide();
    this.#inView.clear();
  }
}
