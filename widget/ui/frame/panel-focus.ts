/** Moves focus inside a panel. */
export class PanelFocus {
  readonly #container: HTMLElement;
  readonly #root: HTMLElement;

  /** `container`: the panel's frame; `root`: the element inside it into which the panel is drawn. */
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

  /**
   * Call when a visitor has opened the panel. Moves focus to the text box; on touch screens to the frame, because the
   * on-screen keyboard would cover the suggestions.
   */
  toOpened(): void {
    if (this.input?.matches(':focus')) return;
    if (isTouch()) this.#container.focus({ preventScroll: true });
    else this.toInput();
  }

  /** Call when the focused control is about to disappear. Moves focus on, but without opening an on-screen keyboard. */
  moveOn(): void {
    if (isTouch()) this.#root.querySelector<HTMLElement>('.send')?.focus();
    else this.toInput();
  }
}

function isTouch(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}
