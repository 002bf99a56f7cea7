import { adoptOrigin, isInScope, normalize, type Scope } from '../pages/addresses.ts';

/** An address that waits for its visit. */
export interface Waiting {
  readonly url: string;
  /** 1 for the first visit. */
  readonly attempt: number;
}

/** The addresses that are still to be visited, in the order in which they were found; each is taken once. */
export class Frontier {
  readonly #scope: Scope;
  readonly #queue: Waiting[] = [];
  readonly #known = new Set<string>();

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** Every address that was added, in the order in which they were found. */
  get all(): Iterable<string> {
    return this.#known;
  }

  get size(): number {
    return this.#queue.length;
  }

  /** The address that is visited in place of this one: without ids of sessions, and on the origin of the source. */
  ownOf(address: string): string | undefined {
    const url = normalize(address);
    return url === undefined ? undefined : adoptOrigin(url, this.#scope.start);
  }

  /** Adds an address that was not added before. Returns whether it belongs to the source. */
  add(address: string): boolean {
    const url = this.ownOf(address);
    if (url === undefined || !isInScope(url, this.#scope)) return false;
    this.addEntry(url);
    return true;
  }

  /** Adds an address that is visited for its links, whether it belongs to the source or not. */
  addEntry(url: string): void {
    if (!this.#known.has(url)) this.#queue.push({ url, attempt: 1 });
    this.#known.add(url);
  }

  take(): Waiting | undefined {
    return this.#queue.shift();
  }

  /** Puts an address back, to be visited again after all others. */
  putBack({ url, attempt }: Waiting): void {
    this.#queue.push({ url, attempt: attempt + 1 });
  }
}
