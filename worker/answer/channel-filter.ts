/** What stands between two messages: `<|start|>assistant<|channel|>final<|message|>`, each part of it optional but the last. */
const HEADER =
  /(?:<\|start\|>[^<]*)?(?:<\|channel\|>([^<]*))?(?:<\|constrain\|>[^<]*)?<\|message\|>|<\|(?:end|return|call)\|>/g;
/** A header whose end is still to come, or the beginning of any marker. No header is as long as 200 characters. */
const CUT = /<\|(?:start|channel|constrain)\|>(?:(?!<\|message\|>).){0,200}$|<(?:\|\w{0,9}\|?)?$/;

/**
 * Reads what gpt-oss writes where its server leaves the markers of the Harmony format in the text: what it says on another
 * channel than `final` becomes `<think>…</think>`. https://developers.openai.com/cookbook/articles/openai-harmony
 *
 * @example
 * const filter = new ChannelFilter();
 * filter.push('<|channel|>analysis<|message|>Hm'); // '<think>Hm'
 * filter.push('<|end|><|start|>assistant<|channel|>final<|message|>Hi'); // '</think>Hi'
 */
export class ChannelFilter {
  /** The beginning of a marker that may go on in the next piece. */
  #cut = '';
  #isThinking = false;

  /** Takes the next piece. */
  push(text: string): string {
    const all = this.#cut + text;
    this.#cut = all.includes('<') ? (CUT.exec(all)?.[0] ?? '') : '';
    const whole = this.#cut === '' ? all : all.slice(0, -this.#cut.length);
    return whole.replace(HEADER, (_marker, channel?: string) => {
      if (channel === undefined) return '';
      const wasThinking = this.#isThinking;
      this.#isThinking = !channel.startsWith('final');
      if (wasThinking === this.#isThinking) return '';
      return wasThinking ? '</think>' : '<think>';
    });
  }

  /** The text that waited for the rest of a marker, which does not come. */
  flush(): string {
    const rest = this.#cut;
    this.#cut = '';
    return rest;
  }
}
