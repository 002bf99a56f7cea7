/** `<|channel|>final<|message|>` and its like. What stands between the two names the channel. */
const HEADER = /(?:<\|start\|>[^<]*)?<\|channel\|>([^<]*)(?:<\|constrain\|>[^<]*)?<\|message\|>/g;
/** A message without a channel, the end of one, and the beginning of the next. */
const MARKER = /<\|(?:start\|>\w*|message\|>|end\|>|return\|>|call\|>)/g;
/** The beginning of either at the end of a piece. */
const CUT = /<(?:\|(?:(?:start|channel|constrain)\|>[^<]*(?:<(?:\|(?:\w*(?:\|(?:>[^<]*)?)?)?)?)?|\w*\|?)?)?$/;

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
    if (!all.includes('<')) {
      this.#cut = '';
      return all;
    }
    this.#cut = CUT.exec(all)?.[0] ?? '';
    return this.#read(this.#cut === '' ? all : all.slice(0, -this.#cut.length));
  }

  /** The text that waited for the rest of a marker, which does not come. */
  flush(): string {
    const rest = this.#cut;
    this.#cut = '';
    return rest;
  }

  #read(text: string): string {
    return text
      .replace(HEADER, (_header, channel: string) => this.#begin(!channel.startsWith('final')))
      .replace(MARKER, '');
  }

  #begin(isThinking: boolean): string {
    const tag = this.#isThinking === isThinking ? '' : isThinking ? '<think>' : '</think>';
    this.#isThinking = isThinking;
    return tag;
  }
}
