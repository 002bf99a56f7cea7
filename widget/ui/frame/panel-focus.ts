/** Moves focus inside of a panel. */
export class PanelFocus {
  readonly #container: HTMLElement;
  readonly #root: HTMLElement;

  /** `container` is the panel's frame, `root` the element in it in which the panel is drawn. */
  constructor(container: HTMLElement, root: HTMLElement) {
    this.#container = container;
    this.#root = root;
  }

  /** The text box; null before the panel is drawn. */
  get input(): HTMLTextAreaElement | null {
    return this.#root.querySelector('.composer textarea');
  }

  /** Moves focus to the text box. */
  toInput(): void {
    this.input?.focus({ preventScroll: true });
  }

  /** A visitor has opened the panel. With a mouse, focus goes to the text box; on touch screens its keyboard would cover the suggestions. */
  toOpened(): void {
    if (this.input?.matches(':focus')) return;
    if (isTouch()) this.#container.focus({ preventScroll: true });
    else this.toInput();
  }

  /** The control that had focus goes away: focus moves on, but a touch keyboard must not pop up for it. */
  moveOn(): void {
    if (isTouch()) this.#root.querySelector<HTMLElement>('.send')?.focus();
    else this.toInput();
  }
}

function isTouch(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}
