/** The script that makes a section of the page work. */
export interface SectionScript {
  start(section: HTMLElement): void;
}

/**
 * A section whose script is loaded when somebody scrolls near it. A button that is pressed earlier loads the script at once; the
 * last button that was pressed is pressed again when the script has started.
 */
export class LazySection {
  readonly #section: HTMLElement;
  readonly #load: () => Promise<SectionScript>;
  #pressed: HTMLButtonElement | undefined;
  #isLoading = false;

  constructor(section: HTMLElement, load: () => Promise<SectionScript>) {
    this.#section = section;
    this.#load = load;
    section.addEventListener('click', this);
  }

  /** Loads and starts the script; once, however often it is called. */
  async start(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    const script = await this.#load();
    script.start(this.#section);
    this.#section.removeEventListener('click', this);
    this.#pressed?.click();
  }

  handleEvent(event: Event): void {
    const { target } = event;
    const button = target instanceof Element ? target.closest('button') : null;
    // Copy buttons belong to the page: they work already.
    if (!button || button.dataset['copy'] !== undefined) return;
    // Without its script a form would be sent, and load the page anew.
    event.preventDefault();
    this.#pressed = button;
    void this.start();
  }
}
