import { retryLater } from '../../transport/retry-later.ts';
import { pageName } from './page-name.ts';
import { strings as english } from './en.ts';
import { loadStrings } from './load-strings.ts';
import type { StringOverrides, Strings } from './strings.ts';

/** The members of the element that concern strings. */
interface StringsHost {
  /** BCP 47 tag. */
  readonly language: string;
  readonly strings: StringOverrides | undefined;
  requestUpdate(): void;
}

/** After this time, strings that failed to load are requested again; the time doubles after each further failure. */
const FIRST_PAUSE_MS = 5_000;

/**
 * The built-in strings, overridden by the element's `strings`. Loads others when its language changes; English until they have
 * loaded.
 */
export class ElementStrings {
  readonly #host: StringsHost;
  #builtIn: Strings = english;
  #language: string;
  #current: Strings | undefined;
  #overrides: StringOverrides | undefined;
  #failures = 0;
  /** Whether the strings failed to load and should be requested again. */
  #isRetryDue = false;

  private constructor(host: StringsHost) {
    this.#host = host;
    this.#language = host.language;
  }

  /** Loads the strings of the element's language. */
  static async load(host: StringsHost): Promise<ElementStrings> {
    const strings = new ElementStrings(host);
    await strings.#load();
    return strings;
  }

  /** The current strings. A change gives a new object. */
  get current(): Strings {
    const { strings } = this.#host;
    if (this.#current && strings === this.#overrides) return this.#current;
    this.#overrides = strings;
    const errors = overrideStrings(this.#builtIn.errors, strings?.errors);
    const builtIn = { ...this.#builtIn, heading: pageName() || this.#builtIn.heading };
    return (this.#current = { ...overrideStrings(builtIn, strings), errors });
  }

  /** The element's language (a BCP 47 tag), even if there are no strings in it. */
  get language(): string {
    return this.#language;
  }

  /**
   * The language of the shown strings. If the page sets `strings`, all strings count as the element's language: the page sets
   * them where there are none in that language.
   */
  get stringsLanguage(): string {
    return this.#host.strings ? this.#language : this.locale;
  }

  /** The language of texts that the page provides, such as `heading`, if it differs from that of the strings. */
  get ownLanguage(): string | undefined {
    return this.#language === this.stringsLanguage ? undefined : this.#language;
  }

  /** The locale for numbers and times: `de-CH` with German strings, but `en` for `xx`, which has no strings here. */
  get locale(): string {
    const { locale } = this.#builtIn;
    return this.#language.split('-', 1)[0] === locale ? this.#language : locale;
  }

  /** Call before drawing. If the element's language has changed, loads its strings and requests a drawing. */
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

/** Overrides strings. Values of another type are left out: a number in place of a text would break the drawing. */
function overrideStrings<Words extends object>(builtIn: Words, own: object | null = {}): Words {
  const fitting = Object.entries(own ?? {}).filter(
    ([name, words]) => typeof words === typeof Reflect.get(builtIn, name),
  );
  return { ...builtIn, ...Object.fromEntries(fitting) };
}
