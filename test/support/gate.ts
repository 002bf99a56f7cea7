/** A promise that the test resolves with `open()`. */
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
