import type { ReactiveController, ReactiveControllerHost } from '@lit/reactive-element';

/** Pixels from the end within which the reader counts as being at the end. */
const END_TOLERANCE_PX = 48;

/**
 * Scrolls to the end whenever the content grows, for as long as the reader is at the end. A reader who has scrolled up
 * is never moved.
 */
export class ScrollFollower implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #observer = new ResizeObserver(() => this.#handleResize());
  #scroller: HTMLElement | undefined;
  #content: HTMLElement | undefined;
  #lastTop = 0;
  #isAtEnd = true;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Whether the reader is at the end, or the scroller follows the growing content. */
  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }

  /** Watches a scroller, and the element inside that grows. */
  observe(scroller: HTMLElement, content: HTMLElement): void {
    this.#scroller = scroller;
    this.#content = content;
    this.hostConnected();
  }

  /** Call on every scroll of the scroller. */
  handleScroll(): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    const { scrollTop } = scroller;
    const isNearEnd = scroller.scrollHeight - scroller.clientHeight - scrollTop <= END_TOLERANCE_PX;
    // Content that grew between a scroll and its event also leaves the end behind: only going up is leaving it.
    const hasGoneUp = scrollTop < this.#lastTop;
    this.#lastTop = scrollTop;
    if (isNearEnd || hasGoneUp) this.#setAtEnd(isNearEnd);
  }

  /** Goes to the end and follows from there. */
  scrollToEnd(): void {
    this.#setAtEnd(true);
    this.#handleResize();
  }

  hostConnected(): void {
    if (this.#scroller) this.#observer.observe(this.#scroller);
    if (this.#content) this.#observer.observe(this.#content);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }

  #handleResize(): void {
    if (this.#isAtEnd && this.#scroller) this.#scroller.scrollTop = this.#scroller.scrollHeight;
    else this.handleScroll();
  }

  #setAtEnd(isAtEnd: boolean): void {
    if (isAtEnd === this.#isAtEnd) return;
    this.#isAtEnd = isAtEnd;
    this.#host.requestUpdate();
  }
}
