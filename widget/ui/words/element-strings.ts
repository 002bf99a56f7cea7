import { retryLater } from '../../transport/retry-later.ts';
import { pageName } from './page-name.ts';
import { strings as english } from './en.ts';
import { loadStrings } from './load-strings.ts';
import type { StringOverrides, Strings } from './strings.ts';

/** The element, as far as its words go. */
interface StringsHost {
  /** BCP 47 tag. */
  readonly language: string;
  readonly strings: StringOverrides | undefined;
  requestUpdate(): void;
}

/** Time after which words that did not come are asked for again, twice as long after each further failure. */
const FIRST_PAUSE_MS = 5_000;

/** Built-in strings, overridden by the element's `strings`; reloads when its `lang` changes. English while others do not come. */
export class ElementStrings {
  readonly #host: StringsHost;
  #builtIn: Strings = english;
  #language: string;
  #current: Strings | undefined;
  #overrides: StringOverrides | undefined;
  #failures = 0;
  /** The words did not come, and are worth another try. */
  #isRetryDue = false;

  private constructor(host: StringsHost) {
    this.#host = host;
    this.#language = host.language;
  }

  /** Loads the words in the element's language. */
  static async load(host: StringsHost): Promise<ElementStrings> {
    const strings = new ElementStrings(host);
    await strings.#load();
    return strings;
  }

  /** The words at this moment; another object when they have changed. */
  get current(): Strings {
    const { strings } = this.#host;
    if (this.#current && strings === this.#overrides) return this.#current;
    this.#overrides = strings;
    const errors = replaceWords(this.#builtIn.errors, strings?.errors);
    const builtIn = { ...this.#builtIn, heading: pageName() || this.#builtIn.heading };
    return (this.#current = { ...replaceWords(builtIn, strings), errors });
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
    if (language === this.#language && !this.#isRetryDue) return;
    this.#language = language;
    await this.#load();
    if (language !== this.#language) return;
    this.#current = undefined;
    this.#host.requestUpdate();
  }

  async #load(): Promise<void> {
    const language = this.#language;
    this.#isRetryDue = false;
    const loaded = await loadStrings(language).catch((error: unknown) => {
      // oxlint-disable-next-line no-console -- a chat in English is better than none, but its developer should know
      console.error(`<cf-ai-chat>: the words for "${language}" could not be loaded.`, error);
      this.#retryLater();
      return english;
    });
    if (language === this.#language) this.#builtIn = loaded;
  }

  #retryLater(): void {
    const pause = FIRST_PAUSE_MS * 2 ** this.#failures;
    this.#failures += 1;
    retryLater(pause, () => {
      this.#isRetryDue = true;
      this.#host.requestUpdate();
    });
  }
}

/** Leaves out words of another type: a number in place of a text would stop the drawing. */
function replaceWords<Words extends object>(builtIn: Words, own: object | null = {}): Words {
  const fitting = Object.entries(own ?? {}).filter(
    ([name, words]) => typeof words === typeof Reflect.get(builtIn, name),
  );
  return { ...builtIn, ...Object.fromEntries(fitting) };
}
