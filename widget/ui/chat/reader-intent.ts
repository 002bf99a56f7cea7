/** Keys that scroll up or down. Space scrolls down, with Shift up. */
const UPWARD_KEYS: ReadonlySet<string> = new Set(['ArrowUp', 'PageUp', 'Home']);
const DOWNWARD_KEYS: ReadonlySet<string> = new Set(['ArrowDown', 'PageDown', 'End']);

/** A shorter touch without movement is a tap. */
const TAP_MS = 400;

/** Receives the reader's intents. */
export interface ReaderIntentListener {
  /** The reader wants to go up, or to keep the current view. */
  readonly handleUp: () => void;
  /** The reader probably wants to go down. */
  readonly handleDown: () => void;
  /** A finger has left the scroller. */
  readonly handleLift: () => void;
}

/**
 * Reads from gestures in which direction the reader wants to scroll, before the scroller has moved. Gestures without an event
 * here, such as dragging the scrollbar down, are noticed by the scroll position.
 */
export class ReaderIntent {
  readonly #scroller: HTMLElement;
  readonly #listener: ReaderIntentListener;
  #touchY: number | undefined;
  #isOnScrollbar = false;
  /** When a finger was put on the text; Infinity if it has moved since. */
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

  /** Whether a finger is on the text, or the mouse on the scrollbar. Scripts must not scroll then. */
  get isGrabbing(): boolean {
    return this.#isOnScrollbar || this.#touchY !== undefined;
  }

  #handleWheel({ deltaY, deltaX, ctrlKey }: WheelEvent): void {
    // Ctrl+wheel and a pinch zoom the page.
    if (ctrlKey || Math.abs(deltaX) > Math.abs(deltaY)) return;
    this.#report(deltaY);
  }

  #handleTouch({ touches: [touch], timeStamp }: TouchEvent): void {
    if (!touch) return;
    const before = this.#touchY;
    this.#touchY = touch.clientY;
    this.#restingSince = before === undefined ? timeStamp : Infinity;
    // The text moves with the finger: a finger that moves up scrolls down.
    if (before !== undefined) this.#report(before - touch.clientY);
  }

  #handleTouchEnd({ touches, timeStamp }: TouchEvent): void {
    this.#touchY = touches[0]?.clientY;
    if (this.isGrabbing) return;
    // A finger that rests on the text holds the view, or selects a word.
    if (timeStamp - this.#restingSince > TAP_MS) this.#listener.handleUp();
    else this.#listener.handleLift();
  }

  #handleMouse({ type, target, buttons, pointerType }: PointerEvent): void {
    if (pointerType === 'touch' || !(target instanceof Element)) return;
    const isPressed = buttons === 1;
    // A press on the scrollbar has the scroller itself as its target. Its `pointerup` may not arrive.
    this.#isOnScrollbar = isPressed && target === this.#scroller;
    // Text must not move while it is being selected.
    const isSelecting = isPressed && type === 'pointermove' && !target.closest('a, button');
    if (this.#isOnScrollbar || isSelecting) this.#listener.handleUp();
  }

  #handleKey({ key, shiftKey, target }: KeyboardEvent): void {
    if (target instanceof HTMLTextAreaElement) return;
    const isSpace = key === ' ';
    if (UPWARD_KEYS.has(key) || (isSpace && shiftKey)) this.#report(-1);
    else if (DOWNWARD_KEYS.has(key) || isSpace) this.#report(1);
  }

  /** Content that the reader opens must stay in place. */
  #handleClick({ target }: MouseEvent): void {
    if (target instanceof Element && target.closest('[aria-expanded], summary')) this.#listener.handleUp();
  }

  /** Focus by keyboard keeps the view. A mouse press also moves focus, which means nothing. */
  #handleFocus({ target }: FocusEvent): void {
    if (target === this.#scroller || !(target instanceof Element)) return;
    if (target.matches(':focus-visible')) this.#listener.handleUp();
  }

  #report(down: number): void {
    if (down < 0) this.#listener.handleUp();
    else if (down > 0) this.#listener.handleDown();
  }
}
