/** A promise that a test opens by hand. */
export class Gate {
  readonly opened: Promise<void>;
  #resolve: () => void = () => undefined;

  constructor() {
    this.opened = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  open(): void {
    this.#resolve();
  }
}
