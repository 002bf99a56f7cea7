/** Something that changes now and then, for those who wait for it. */
export class Change {
  readonly #waiting = new Set<() => void>();

  /** Wakes all who wait. */
  notify(): void {
    for (const wake of this.#waiting) wake();
  }

  /** Resolves at the next change, or after a time without one. */
  async next(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(wake, milliseconds);
      const waiting = this.#waiting;
      waiting.add(wake);
      function wake(): void {
        clearTimeout(timer);
        waiting.delete(wake);
        resolve();
      }
    });
  }
}
