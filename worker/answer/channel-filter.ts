/** What stands between two messages: `<|start|>assistant<|channel|>final<|message|>`. Each part but the last is optional. */
const MESSAGE_BOUNDARY =
  /(?:<\|start\|>[^<]*)?(?:<\|channel\|>([^<]*))?(?:<\|constrain\|>[^<]*)?<\|message\|>|<\|(?:end|return|call)\|>/g;
/** The end of a text that may be the beginning of a header or a marker. No header is as long as 200 characters. */
const INCOMPLETE = /<\|(?:start|channel|constrain)\|>(?:(?!<\|message\|>).){0,200}$|<(?:\|\w{0,9}\|?)?$/;

/**
 * Takes the markers of the Harmony format out of an answer of gpt-oss, where its server leaves them in the text. Text on another
 * channel than `final` becomes `<think>…</think>`. https://developers.openai.com/cookbook/articles/openai-harmony
 *
 * @example
 * const filter = new ChannelFilter();
 * filter.push('<|channel|>analysis<|message|>Hm'); // '<think>Hm'
 * filter.push('<|end|><|start|>assistant<|channel|>final<|message|>Hi'); // '</think>Hi'
 */
export class ChannelFilter {
  /** The end of the last piece, which may be the beginning of a marker. */
  #cut = '';
  #isThinking = false;

  /** Returns the next piece of the text without markers. */
  push(text: string): string {
    const all = this.#cut + text;
    this.#cut = all.includes('<') ? (INCOMPLETE.exec(all)?.[0] ?? '') : '';
    const whole = this.#cut === '' ? all : all.slice(0, -this.#cut.length);
    return whole.replace(MESSAGE_BOUNDARY, (_marker, channel?: string) => {
      if (channel === undefined) return '';
      const wasThinking = this.#isThinking;
      this.#isThinking = !channel.startsWith('final');
      if (wasThinking === this.#isThinking) return '';
      return wasThinking ? '</think>' : '<think>';
    });
  }

  /** At the end of the stream: returns text that looked like the beginning of a marker. */
  flush(): string {
    const rest = this.#cut;
    this.#cut = '';
    return rest;
  }
}
