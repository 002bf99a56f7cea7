import { loadStrings } from './load-strings.ts';
import type { StringOverrides, Strings } from './strings.ts';

/** The element, as far as its words go. */
interface StringsHost {
  /** BCP 47 tag. */
  readonly language: string;
  readonly strings: StringOverrides | undefined;
  requestUpdate(): void;
}

/** Built-in strings, overridden by the element's `strings`; reloads when its `lang` changes. */
export class ElementStrings {
  readonly #host: StringsHost;
  #builtIn: Strings;
  #language: string;
  #current: Strings | undefined;
  #overrides: StringOverrides | undefined;

  private constructor(host: StringsHost, language: string, builtIn: Strings) {
    this.#host = host;
    this.#language = language;
    this.#builtIn = builtIn;
  }

  /** Loads the words in the element's language. */
  static async load(host: StringsHost): Promise<ElementStrings> {
    const { language } = host;
    return new ElementStrings(host, language, await loadStrings(language));
  }

  /** The words at this moment; another object when they have changed. */
  get current(): Strings {
    const { strings } = this.#host;
    if (this.#current && strings === this.#overrides) return this.#current;
    this.#overrides = strings;
    const errors = { ...this.#builtIn.errors, ...strings?.errors };
    return (this.#current = { ...this.#builtIn, ...strings, errors });
  }

  /** The element's language (a BCP 47 tag), whether or not there are words in it. */
  get language(): string {
    return this.#language;
  }

  /**
   * The language of the words. The words that a page brings itself are taken to be in its language: those of `strings`
   * all, since they replace ours where we have none.
   */
  get stringsLanguage(): string {
    return this.#host.strings ? this.#language : this.locale;
  }

  /** The language of the words that the page has brought, where it is not that of ours. */
  get ownLanguage(): string | undefined {
    return this.#language === this.stringsLanguage ? undefined : this.#language;
  }

  /** The locale for numbers and times: `de-CH` with German words, but `en` where `pl` has none of ours. */
  get locale(): string {
    const { locale } = this.#builtIn;
    return this.#language.split('-', 1)[0] === locale ? this.#language : locale;
  }

  /** Call before drawing: a new language of the element is loaded, and drawn when it is here. */
  async follow(): Promise<void> {
    const { language } = this.#host;
    if (language === this.#language) return;
    this.#language = language;
    const builtIn = await loadStrings(language);
    if (language !== this.#language) return;
    this.#builtIn = builtIn;
    this.#current = undefined;
    this.#host.requestUpdate();
  }
}
