/** Keys that scroll up, and down; Space does either. */
const UPWARD_KEYS: ReadonlySet<string> = new Set(['ArrowUp', 'PageUp', 'Home']);
const DOWNWARD_KEYS: ReadonlySet<string> = new Set(['ArrowDown', 'PageDown', 'End']);

/** What the reader's gestures are reported to. */
export interface ReaderIntentListener {
  /** The reader wants to see what is above, or to stay with what is in view. */
  readonly handleUp: () => void;
  /** The reader may be on the way down. */
  readonly handleDown: () => void;
  /** A finger has left the scroller. */
  readonly handleLift: () => void;
}

/**
 * Tells from a reader's gestures in which direction the reader wants to go, before the scroller has moved by a pixel.
 * Gestures that are missing here, as a drag of the scrollbar, show in the scroll position.
 */
export class ReaderIntent {
  readonly #scroller: HTMLElement;
  readonly #listener: ReaderIntentListener;
  #touchY: number | undefined;

  /** Listens until the signal aborts. */
  constructor(scroller: HTMLElement, listener: ReaderIntentListener, signal: AbortSignal) {
    this.#scroller = scroller;
    this.#listener = listener;
    const options = { passive: true, signal };
    scroller.addEventListener('wheel', (event) => this.#handleWheel(event), options);
    scroller.addEventListener('touchstart', (event) => this.#handleTouch(event), options);
    scroller.addEventListener('touchmove', (event) => this.#handleTouch(event), options);
    for (const end of ['touchend', 'touchcancel'] as const)
      scroller.addEventListener(end, (event) => this.#handleTouchEnd(event), options);
    scroller.addEventListener('keydown', (event) => this.#handleKey(event), options);
    scroller.addEventListener('click', (event) => this.#handleClick(event), options);
    scroller.addEventListener('focusin', (event) => this.#handleFocus(event), options);
    // Text that somebody selects must not move away from the pointer.
    scroller.addEventListener('selectstart', () => listener.handleUp(), options);
  }

  /** Whether a finger is on the scroller. */
  get isTouching(): boolean {
    return this.#touchY !== undefined;
  }

  #handleWheel({ deltaY, deltaX, ctrlKey }: WheelEvent): void {
    // With Ctrl, or by a pinch, it zooms.
    if (ctrlKey || Math.abs(deltaX) > Math.abs(deltaY)) return;
    this.#report(deltaY);
  }

  #handleTouch({ touches: [touch] }: TouchEvent): void {
    if (!touch) return;
    const before = this.#touchY;
    this.#touchY = touch.clientY;
    // The text goes with the finger.
    if (before !== undefined) this.#report(before - touch.clientY);
  }

  #handleTouchEnd({ touches }: TouchEvent): void {
    this.#touchY = touches[0]?.clientY;
    if (!this.isTouching) this.#listener.handleLift();
  }

  #handleKey({ key, shiftKey, target }: KeyboardEvent): void {
    if (target instanceof HTMLTextAreaElement) return;
    const isSpace = key === ' ';
    if (UPWARD_KEYS.has(key) || (isSpace && shiftKey)) this.#report(-1);
    else if (DOWNWARD_KEYS.has(key) || isSpace) this.#report(1);
  }

  /** What somebody opens is to stay where it is. */
  #handleClick({ target }: MouseEvent): void {
    if (target instanceof Element && target.closest('[aria-expanded], summary')) this.#listener.handleUp();
  }

  /** A mouse focuses what it presses: that alone is no wish to stay there. */
  #handleFocus({ target }: FocusEvent): void {
    if (target === this.#scroller || !(target instanceof Element)) return;
    if (target.matches(':focus-visible')) this.#listener.handleUp();
  }

  #report(down: number): void {
    if (down < 0) this.#listener.handleUp();
    else if (down > 0) this.#listener.handleDown();
  }
}
