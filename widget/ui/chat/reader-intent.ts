/** Keys that scroll up, and down; Space does either. */
const UPWARD_KEYS: ReadonlySet<string> = new Set(['ArrowUp', 'PageUp', 'Home']);
const DOWNWARD_KEYS: ReadonlySet<string> = new Set(['ArrowDown', 'PageDown', 'End']);

/** A touch that is shorter, and does not move, is a tap. */
const TAP_MS = 400;

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
  #isOnScrollbar = false;
  /** When a finger was put on the text that has not moved since. */
  #restingSince = Infinity;

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
    for (const type of ['pointerdown', 'pointermove', 'pointerup'] as const)
      scroller.addEventListener(type, (event) => this.#handleMouse(event), options);
    scroller.addEventListener('dblclick', () => listener.handleUp(), options);
  }

  /** Whether a finger is on the text, or the mouse on the scrollbar's thumb: a script that scrolls then fights the hand. */
  get isGrabbing(): boolean {
    return this.#isOnScrollbar || this.#touchY !== undefined;
  }

  #handleWheel({ deltaY, deltaX, ctrlKey }: WheelEvent): void {
    // With Ctrl, or by a pinch, it zooms.
    if (ctrlKey || Math.abs(deltaX) > Math.abs(deltaY)) return;
    this.#report(deltaY);
  }

  #handleTouch({ touches: [touch], timeStamp }: TouchEvent): void {
    if (!touch) return;
    const before = this.#touchY;
    this.#touchY = touch.clientY;
    this.#restingSince = before === undefined ? timeStamp : Infinity;
    // The text goes with the finger.
    if (before !== undefined) this.#report(before - touch.clientY);
  }

  #handleTouchEnd({ touches, timeStamp }: TouchEvent): void {
    this.#touchY = touches[0]?.clientY;
    if (this.isGrabbing) return;
    // A finger that rests on the text holds it, or selects a word.
    if (timeStamp - this.#restingSince > TAP_MS) this.#listener.handleUp();
    else this.#listener.handleLift();
  }

  #handleMouse({ type, target, buttons, pointerType }: PointerEvent): void {
    if (pointerType === 'touch' || !(target instanceof Element)) return;
    const isPressed = buttons === 1;
    // The scrollbar is the scroller itself. Its pointerup may get lost.
    this.#isOnScrollbar = isPressed && target === this.#scroller;
    // Text that somebody selects must not move away from the pointer.
    const isSelecting = isPressed && type === 'pointermove' && !target.closest('a, button');
    if (this.#isOnScrollbar || isSelecting) this.#listener.handleUp();
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
