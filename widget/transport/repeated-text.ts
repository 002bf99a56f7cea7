/** Shorter texts begin alike by chance: "1", "10". */
const MIN_CHARACTERS = 8;
/** Fewer frames may say the same line twice. */
const MIN_FRAMES = 3;

/** What a frame adds. */
export interface Addition {
  /** What was said before is wrong: `added` takes its place. */
  readonly isAnew: boolean;
  readonly added: string;
}

/**
 * Knows streams whose frames hold all text so far, and answers that are repeated whole at the end, by the frames themselves.
 *
 * @example
 * const repeated = new RepeatedText();
 * repeated.take('We ship '); // { isAnew: false, added: 'We ship ' }
 * repeated.take('We ship worldwide.'); // { isAnew: false, added: 'worldwide.' }
 */
export class RepeatedText {
  #said = '';
  #last = '';
  #frames = 0;
  /** How often in a row a frame held the one before it, and more. */
  #growths = 0;
  #isCumulative = false;

  /** A frame of which nobody says whether it holds a piece, or all text so far. */
  take(text: string): Addition {
    const hasGrown = text.length > this.#last.length && this.#last !== '' && text.startsWith(this.#last);
    this.#growths = hasGrown ? this.#growths + 1 : 0;
    this.#last = text;
    this.#frames += 1;
    if (this.#isCumulative ? this.#overlaps(text) : this.#repeats(text)) return this.takeSnapshot(text);
    // "H", "He" and "Hel": the second one was taken for a piece.
    if (this.#growths === 2 && this.#frames === 3) {
      this.#isCumulative = true;
      return this.takeSnapshot(text);
    }
    this.#said = this.#isCumulative ? text : this.#said + text;
    return { isAnew: false, added: text };
  }

  /** A frame that holds all text so far. */
  takeSnapshot(text: string): Addition {
    const said = this.#said;
    if (said !== text && said.startsWith(text)) return { isAnew: false, added: '' };
    this.#said = text;
    const goesOn = text.startsWith(said);
    return { isAnew: !goesOn, added: goesOn ? text.slice(said.length) : text };
  }

  #overlaps(text: string): boolean {
    return text.startsWith(this.#said) || this.#said.startsWith(text);
  }

  #repeats(text: string): boolean {
    const said = this.#said;
    if (said.length < MIN_CHARACTERS || !text.startsWith(said)) return false;
    return text.length > said.length || this.#frames > MIN_FRAMES;
  }
}
