import { Directive, directive } from 'lit/directive.js';
import { SAMPLE_SIZE, textLanguage } from './text-language.ts';

/** Keeps the language of the text on its element: while one answer streams, every message is drawn for every token. */
class MessageLanguageDirective extends Directive {
  #sample: string | undefined;
  #interfaceLanguage = '';
  #language = '';

  override render(text: string, interfaceLanguage: string): string {
    const sample = text.slice(0, SAMPLE_SIZE);
    if (sample === this.#sample && interfaceLanguage === this.#interfaceLanguage) return this.#language;
    this.#sample = sample;
    this.#interfaceLanguage = interfaceLanguage;
    return (this.#language = textLanguage(sample, interfaceLanguage));
  }
}

/**
 * Attribute directive, for `lang`: the language of a message as {@link textLanguage} says. It is looked for again only
 * when the beginning of the text has changed, so that an answer decides on its language within its first lines.
 */
export const messageLanguage = directive(MessageLanguageDirective);
