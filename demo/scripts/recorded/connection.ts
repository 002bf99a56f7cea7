/** A simulated network connection between the page and its server. It can be cut, and it can be slow. */
export class Connection {
  #abort = new AbortController();
  /** How many milliseconds each event takes from the server to the page. */
  delayMs = 0;

  get isCut(): boolean {
    return this.#abort.signal.aborted;
  }

  /** Aborted when the connection is cut, with the error that browsers report then. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  cut(): void {
    this.#abort.abort(new TypeError('network error'));
  }

  restore(): void {
    if (this.isCut) this.#abort = new AbortController();
  }
}
