import { languageOf } from './code-language.ts';
import type { Highlighter } from './highlight/highlighter.ts';

/** How far beyond the visible part code counts as visible, so that it has its colours when it comes into view. */
const MARGIN = '25% 0px';

/**
 * Has the highlighter colour the code in view, and loads it with the first code in a language that has a mode. Does
 * nothing in browsers without custom highlights: code is plain there.
 */
export class LazyHighlighter {
  readonly #scroller: HTMLElement;
  readonly #signal: AbortSignal;
  readonly #observer: IntersectionObserver | undefined;
  readonly #inView = new Set<HTMLElement>();
  #highlighter: Highlighter | undefined;
  #isLoading = false;

  constructor(scroller: HTMLElement, signal: AbortSignal) {
    this.#scroller = scroller;
    this.#signal = signal;
    if (!('highlights' in CSS)) return;
    this.#observer = new IntersectionObserver((entries) => this.#handleViews(entries), {
      root: scroller,
      rootMargin: MARGIN,
    });
    signal.addEventListener('abort', () => this.#observer?.disconnect());
  }

  /** Highlights a code block whenever it is in view. */
  watch(code: HTMLElement): void {
    this.#observer?.observe(code);
  }

  /** Looks at code that has grown. */
  follow(): void {
    this.#highlighter?.follow();
  }

  #handleViews(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const code = target as HTMLElement;
      if (isIntersecting) this.#inView.add(code);
      else this.#inView.delete(code);
      if (this.#highlighter) this.#showOrHide(this.#highlighter, code);
    }
    const isNeeded = [...this.#inView].some((code) => languageOf(code).mode !== undefined);
    if (isNeeded && !this.#isLoading) void this.#load();
  }

  async #load(): Promise<void> {
    this.#isLoading = true;
    // Code that cannot be coloured is still code.
    const module = await import('./highlight/highlighter.ts').catch(() => undefined);
    if (!module || this.#signal.aborted) return;
    this.#highlighter = new module.Highlighter(this.#scroller, this.#signal);
    for (const code of this.#inView) this.#showOrHide(this.#highlighter, code);
  }

  #showOrHide(highlighter: Highlighter, code: HTMLElement): void {
    const { mode } = languageOf(code);
    if (mode && this.#inView.has(code)) highlighter.show(code, mode);
    else highlighter.hide(code);
  }
}
