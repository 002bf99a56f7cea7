import { loadWords } from './load-words.ts';
import type { ShellWords } from './shell-words.ts';
import type { LanguageWords, StringOverrides, Words } from './words.ts';

/** The element, as far as its words go. */
interface WordsHost {
  /** BCP 47 tag. */
  readonly language: string;
  readonly shellWords: ShellWords;
  readonly strings: StringOverrides | undefined;
  requestUpdate(): void;
}

/** The words in an element's language, under the page's own. Follows both. */
export class ElementWords {
  readonly #host: WordsHost;
  #builtIn: LanguageWords;
  #language: string;
  #current: Words | undefined;
  #overrides: StringOverrides | undefined;

  private constructor(host: WordsHost, language: string, builtIn: LanguageWords) {
    this.#host = host;
    this.#language = language;
    this.#builtIn = builtIn;
  }

  /** Loads the words in the element's language. */
  static async load(host: WordsHost): Promise<ElementWords> {
    const { language } = host;
    return new ElementWords(host, language, await loadWords(language));
  }

  /** The words at this moment; another object when they have changed. */
  get current(): Words {
    const { shellWords, strings } = this.#host;
    if (this.#current && strings === this.#overrides) return this.#current;
    this.#overrides = strings;
    const errors = { ...this.#builtIn.errors, ...strings?.errors };
    return (this.#current = { ...shellWords, ...this.#builtIn, ...strings, errors });
  }

  /** The language the words are in, or are being loaded in: what is not ours (an answer) is in that one. */
  get language(): string {
    return this.#language;
  }

  /** Where numbers and times are written as the words are: `de-CH` for German words, `en` where `pl` has none. */
  get locale(): string {
    const { locale } = this.#builtIn;
    return this.#language.split('-', 1)[0] === locale ? this.#language : locale;
  }

  /** Call before drawing: a new language of the element is loaded, and drawn when it is here. */
  async follow(): Promise<void> {
    const { language } = this.#host;
    if (language === this.#language) return;
    this.#language = language;
    const builtIn = await loadWords(language);
    if (language !== this.#language) return;
    this.#builtIn = builtIn;
    this.#current = undefined;
    this.#host.requestUpdate();
  }
}
