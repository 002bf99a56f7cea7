const DAY_MS = 86_400_000;
/** Of one network on one day in one isolate: a page that comes back asks once, and mostly for nothing. */
const MAX_MISSES = 500;
const MAX_NETWORKS = 10_000;

/** How often networks have asked for turns that there were not. */
export class Misses {
  #day = 0;
  readonly #counts = new Map<string, number>();

  add(network: string): void {
    this.#counts.set(network, (this.#counts.get(network) ?? 0) + 1);
  }

  /** A network that has asked so often is told that there is nothing, without looking. */
  isUsedUp(network: string): boolean {
    const day = Math.floor(Date.now() / DAY_MS);
    if (day !== this.#day || this.#counts.size > MAX_NETWORKS) this.#counts.clear();
    this.#day = day;
    return (this.#counts.get(network) ?? 0) >= MAX_MISSES;
  }
}
