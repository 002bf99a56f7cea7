/** The way between a page and its server: it can be cut, and it can be slow. */
export class Line {
  #connection = new AbortController();
  /** Milliseconds that each event takes on its way. */
  delayMs = 0;

  get isCut(): boolean {
    return this.#connection.signal.aborted;
  }

  /** Aborted when the line is cut, with the error that browsers report then. */
  get signal(): AbortSignal {
    return this.#connection.signal;
  }

  cut(): void {
    this.#connection.abort(new TypeError('network error'));
  }

  mend(): void {
    if (this.isCut) this.#connection = new AbortController();
  }
}
