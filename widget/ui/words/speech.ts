import type { ChatHost } from '../shell/chat-panel.ts';
import { loadServiceWords } from './load-service-words.ts';
import type { PluralForms, ServiceWords } from './service-words.ts';
import { fill } from './strings.ts';

/** The service's words in the element's language, under the page's own. Follows both. */
export class Speech {
  readonly #host: ChatHost;
  #language: string;
  #words: ServiceWords;

  private constructor(host: ChatHost, language: string, words: ServiceWords) {
    this.#host = host;
    this.#language = language;
    this.#words = words;
  }

  /** Loads the words. */
  static async load(host: ChatHost): Promise<Speech> {
    const { language } = host;
    return new Speech(host, language, await loadServiceWords(language));
  }

  get words(): ServiceWords {
    return { ...this.#words, ...this.#host.strings };
  }

  /** The wording for a number. */
  count(forms: PluralForms, count: number): string {
    const category = new Intl.PluralRules(this.#locale).select(count);
    return fill(forms[category] ?? forms.other, { count });
  }

  /** A time of day, with its weekday unless it is today. */
  time(milliseconds: number): string {
    const date = new Date(milliseconds);
    const isToday = date.toDateString() === new Date().toDateString();
    const day = isToday ? {} : ({ weekday: 'long' } as const);
    return new Intl.DateTimeFormat(this.#locale, { ...day, hour: 'numeric', minute: '2-digit' }).format(date);
  }

  /** Call before drawing: a new language of the element is loaded, and drawn when it is here. */
  async follow(): Promise<void> {
    const { language } = this.#host;
    if (language === this.#language) return;
    this.#language = language;
    const words = await loadServiceWords(language);
    if (language !== this.#language) return;
    this.#words = words;
    this.#host.requestUpdate();
  }

  /** The language the words are in; numbers and times of another one would not fit into them. */
  get #locale(): string {
    return this.#words.locale === this.#language.split('-', 1)[0] ? this.#language : this.#words.locale;
  }
}
