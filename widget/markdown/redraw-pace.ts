/** Characters of source from which on what has to be read as a whole is drawn less and less often. */
const REDRAW_SIZE = 4096;
const REDRAW_GROWTH = 1.125;

/** How often a long text is drawn that has to be read as a whole, like blocks in a raw HTML element that stays open. */
export class RedrawPace {
  #drawnLength = 0;

  /** Lets the next drawing be done, however little has come. */
  reset(): void {
    this.#drawnLength = 0;
  }

  /** Whether so many characters are too few more to draw them; else they are taken for drawn. */
  isTooSoon(length: number): boolean {
    if (length < REDRAW_SIZE) return false;
    if (length < this.#drawnLength * REDRAW_GROWTH) return true;
    this.#drawnLength = length;
    return false;
  }
}
