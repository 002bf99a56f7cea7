import { LazyFeature } from '../../../base/lazy-feature.ts';
import { languageOf } from './code-language.ts';
import type { Highlighter } from './highlight/highlighter.ts';

/** How far beyond the visible part code counts as visible, so that it has its colours when it comes into view. */
const MARGIN = '25% 0px';

/**
 * Has the highlighter colour the code in view, and loads it with the first code in a language that has a mode. Does
 * nothing in browsers without custom highlights: code is plain there.
 */
export class LazyHighlighter {
  readonly #observer: IntersectionObserver | undefined;
  readonly #inView = new Set<HTMLElement>();
  readonly #highlighter: LazyFeature<Highlighter>;
  readonly #signal: AbortSignal;

  constructor(scroller: HTMLElement, signal: AbortSignal) {
    this.#signal = signal;
    this.#highlighter = new LazyFeature(
      async () => {
        const { Highlighter } = await import('./highlight/highlighter.ts');
        signal.throwIfAborted();
        return new Highlighter(scroller, signal);
      },
      () => this.#showAll(),
    );
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
    this.#highlighter.current?.follow();
  }

  #handleViews(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const code = target as HTMLElement;
      if (isIntersecting) this.#inView.add(code);
      else this.#inView.delete(code);
      this.#showOrHide(code);
    }
    this.#request();
  }

  /** Its code is here, or is worth another try: code that cannot be coloured is still code. */
  #showAll(): void {
    for (const code of this.#inView) this.#showOrHide(code);
    this.#request();
  }

  #request(): void {
    const isNeeded = [...this.#inView].some((code) => languageOf(code).mode !== undefined);
    if (isNeeded && !this.#signal.aborted) this.#highlighter.request();
  }

  #showOrHide(code: HTMLElement): void {
    const { mode } = languageOf(code);
    if (mode && this.#inView.has(code)) this.#highlighter.current?.show(code, mode);
    else this.#highlighter.current?.hide(code);
  }
}
