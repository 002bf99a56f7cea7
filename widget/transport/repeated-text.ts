/** Shorter texts begin alike by chance: "1", "10". */
const MIN_CHARACTERS = 8;
/** Fewer frames may say the same line twice. */
const MIN_FRAMES = 3;
/** Fewer frames may grow by chance: "1", "10". */
const MIN_GROWTHS = 2;

/** What a frame adds. */
export interface Addition {
  /** What was said before is wrong: `added` takes its place. */
  readonly isAnew: boolean;
  readonly added: string;
}

/**
 * Knows streams whose frames hold all text so far, and answers that are repeated whole at the end, by the frames themselves.
 * While that is not sure every frame is a piece: a word that stands twice is better than one that is lost.
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
  /** How many frames held the one before it, and more; undefined since one that did not hold it. */
  #growths: number | undefined = 0;
  #isCumulative = false;

  /** A frame of which nobody says whether it holds a piece, or all text so far. */
  take(text: string): Addition {
    this.#countGrowth(text);
    if (this.#isCumulative ? this.#overlaps(text) : this.#repeats(text)) return this.takeSnapshot(text);
    // "W", "We", "We ship", "We ship worldwide.": the first ones were taken for pieces.
    if (this.#growths !== undefined && this.#growths >= MIN_GROWTHS && text.length >= MIN_CHARACTERS) {
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

  #countGrowth(text: string): void {
    if (!text.startsWith(this.#last)) this.#growths = undefined;
    else if (this.#growths !== undefined && this.#frames > 0 && text !== this.#last) this.#growths += 1;
    this.#last = text;
    this.#frames += 1;
  }

  #overlaps(text: string): boolean {
    return text.startsWith(this.#said) || this.#said.startsWith(text);
  }

  #repeats(text: string): boolean {
    const said = this.#said;
    if (said.length < MIN_CHARACTERS || !text.startsWith(said)) return false;
    // "No.", and then "No.No." at once, are three.
    return !isMultiple(text, said) || this.#frames > MIN_FRAMES;
  }
}

/** Whether a text is another one, once or several times. */
function isMultiple(text: string, part: string): boolean {
  return text === part.repeat(Math.round(text.length / part.length));
}
