/** Shorter texts may begin alike by chance: "1", "10". */
const MIN_CHARACTERS = 8;
/** In a shorter stream, the same line twice may be meant: "No." and "No.". */
const MIN_FRAMES = 3;
/** One frame may begin with the frame before it by chance: "1", "10". */
const MIN_GROWTHS = 2;

/** What a frame adds to the answer. */
export interface Addition {
  /** Whether `added` replaces all text so far. */
  readonly isReplacement: boolean;
  readonly added: string;
}

/**
 * Detects streams whose frames hold all text so far, and answers that are repeated at the end. It has only the frames
 * to decide by. In doubt a frame counts as a new piece: a word shown twice is better than a lost word.
 *
 * @example
 * const repeated = new RepeatedText();
 * repeated.take('We ship '); // { isReplacement: false, added: 'We ship ' }
 * repeated.take('We ship worldwide.'); // { isReplacement: false, added: 'worldwide.' }
 */
export class RepeatedText {
  #said = '';
  #last = '';
  #frames = 0;
  /** How many frames continued the frame before them; undefined after the first frame that did not. */
  #growths: number | undefined = 0;
  #isCumulative = false;

  /** A frame of a format that does not say whether it holds a piece or all text so far. */
  take(text: string): Addition {
    this.#countGrowth(text);
    if (this.#isCumulative ? this.#overlaps(text) : this.#repeats(text)) return this.takeSnapshot(text);
    // In "W", "We", "We ship", "We ship worldwide." the first frames were taken for pieces: replace them.
    if (this.#growths !== undefined && this.#growths >= MIN_GROWTHS && text.length >= MIN_CHARACTERS) {
      this.#isCumulative = true;
      return this.takeSnapshot(text);
    }
    this.#said = this.#isCumulative ? text : this.#said + text;
    return { isReplacement: false, added: text };
  }

  /** A frame that holds all text so far. */
  takeSnapshot(text: string): Addition {
    const said = this.#said;
    if (said !== text && said.startsWith(text)) return { isReplacement: false, added: '' };
    this.#said = text;
    const goesOn = text.startsWith(said);
    return { isReplacement: !goesOn, added: goesOn ? text.slice(said.length) : text };
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
    // "No." and then "No.No." are three words said, not one repeated.
    return !isMultiple(text, said) || this.#frames > MIN_FRAMES;
  }
}

/** Whether a text is another text, repeated once or several times. */
function isMultiple(text: string, part: string): boolean {
  return text === part.repeat(Math.round(text.length / part.length));
}
