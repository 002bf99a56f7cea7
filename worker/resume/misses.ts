const DAY_MS = 86_400_000;
/**
 * Most requests for turns that do not exist, of one network on one day in one isolate. A page that is loaded again sends one such
 * request, and mostly there is no turn.
 */
const MAX_MISSES = 500;
const MAX_NETWORKS = 10_000;

/** Counts, for each network, the requests for turns that do not exist. */
export class Misses {
  #day = 0;
  readonly #counts = new Map<string, number>();

  add(network: string): void {
    this.#counts.set(network, (this.#counts.get(network) ?? 0) + 1);
  }

  /** Whether a network has sent so many that it is answered without a request to the object. */
  isUsedUp(network: string): boolean {
    const day = Math.floor(Date.now() / DAY_MS);
    if (day !== this.#day || this.#counts.size > MAX_NETWORKS) this.#counts.clear();
    this.#day = day;
    return (this.#counts.get(network) ?? 0) >= MAX_MISSES;
  }
}
