/** How often a clock that stands still looks whether it was started again. */
const POLL_MS = 50;

/** A clock that can stand still, so that a visitor can pause a tour that plays by itself. */
export class PausableClock {
  #stoppedAt: number | undefined;
  #lost = 0;

  get isStopped(): boolean {
    return this.#stoppedAt !== undefined;
  }

  /** How many milliseconds the clock has run. */
  now(): number {
    return (this.#stoppedAt ?? performance.now()) - this.#lost;
  }

  stop(): void {
    this.#stoppedAt ??= performance.now();
  }

  go(): void {
    if (this.#stoppedAt === undefined) return;
    this.#lost += performance.now() - this.#stoppedAt;
    this.#stoppedAt = undefined;
  }

  /** Resolves when the clock shows this time; rejects with the signal's reason when that is aborted first. */
  async until(time: number, signal: AbortSignal): Promise<void> {
    while (this.isStopped || this.now() < time) {
      const pause = this.isStopped ? POLL_MS : Math.min(time - this.now(), POLL_MS);
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      await new Promise((resolve) => setTimeout(resolve, pause));
      signal.throwIfAborted();
    }
  }
}
