const OPEN = '<think>';
const CLOSE = '</think>';

/**
 * Drops the `<think>…</think>` that some servers write before the answer, in whatever pieces it comes.
 *
 * @example
 * const filter = new ThinkingFilter();
 * filter.push('<think>Which si'); // ''
 * filter.push('zes?</think>\nWe have'); // 'We have'
 */
export class ThinkingFilter {
  #withheld = '';
  #state: 'unknown' | 'thinking' | 'answering' = 'unknown';

  /** Takes the next piece; returns the text of the answer in all pieces so far that was not returned before. */
  push(text: string): string {
    if (this.#state === 'answering') return text;
    this.#withheld += text;
    if (this.#state === 'unknown') {
      const head = this.#withheld.trimStart();
      if (OPEN.startsWith(head)) return '';
      if (!head.startsWith(OPEN)) return this.#answer(this.#withheld);
      this.#state = 'thinking';
    }
    const end = this.#withheld.indexOf(CLOSE);
    if (end !== -1) return this.#answer(this.#withheld.slice(end + CLOSE.length).trimStart());
    this.#withheld = this.#withheld.slice(-CLOSE.length);
    return '';
  }

  #answer(text: string): string {
    this.#state = 'answering';
    return text;
  }
}
