const OPEN = '<think>';
const CLOSE = '</think>';

/** Drops the `<think>…</think>` that some servers write before the answer, in whatever pieces it comes. */
export class ThinkingFilter {
  #held = '';
  #state: 'unknown' | 'thinking' | 'answering' = 'unknown';

  /** Returns what of the text so far is answer and was not returned before. */
  push(text: string): string {
    if (this.#state === 'answering') return text;
    this.#held += text;
    if (this.#state === 'unknown') {
      const head = this.#held.trimStart();
      if (OPEN.startsWith(head)) return '';
      if (!head.startsWith(OPEN)) return this.#answer(this.#held);
      this.#state = 'thinking';
    }
    const end = this.#held.indexOf(CLOSE);
    if (end !== -1) return this.#answer(this.#held.slice(end + CLOSE.length).trimStart());
    this.#held = this.#held.slice(-CLOSE.length);
    return '';
  }

  #answer(text: string): string {
    this.#state = 'answering';
    return text;
  }
}
