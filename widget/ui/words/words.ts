import type { ChatHost } from '../shell/chat-panel.ts';
import { loadStrings } from './load-strings.ts';
import { mergeStrings, type PanelWords, type Strings } from './strings.ts';

/** The words of the interface: the language of the element, under the page's own words. Follows both. */
export class Words {
  readonly #host: ChatHost;
  #words: PanelWords;
  #language: string;

  private constructor(host: ChatHost, language: string, words: PanelWords) {
    this.#host = host;
    this.#language = language;
    this.#words = words;
  }

  /** Loads the words in the element's language. */
  static async load(host: ChatHost): Promise<Words> {
    const { language } = host;
    return new Words(host, language, await loadStrings(language));
  }

  /** The language the words are in, or are being loaded in. */
  get language(): string {
    return this.#language;
  }

  get strings(): Strings {
    return mergeStrings(this.#host.words, this.#words, this.#host.strings);
  }

  /** Call before drawing: a new language of the element is loaded, and drawn when it is here. */
  async follow(): Promise<void> {
    const { language } = this.#host;
    if (language === this.#language) return;
    this.#language = language;
    const words = await loadStrings(language);
    if (language !== this.#language) return;
    this.#words = words;
    this.#host.requestUpdate();
  }
}
