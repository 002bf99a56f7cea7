import { createElement } from './launcher.ts';

/** Announces texts to screen readers, through the one live region of a panel. */
export class Announcer {
  /** The live region; the panel draws it. */
  readonly region = createElement('div', { class: 'visually-hidden', role: 'status' });
  #last = '';

  /**
   * Announces a text, also when it equals the last one. An empty text clears the live region.
   *
   * @param language of the text, if it differs from the panel's; empty where it is unknown
   */
  announce(text: string, language?: string): void {
    if (language === undefined) this.region.removeAttribute('lang');
    else this.region.lang = language;
    // A live region is read out only when it changes, so a repeated text gets an invisible character.
    this.#last = text !== '' && text === this.#last ? `${text}\u00A0` : text;
    this.region.textContent = this.#last;
  }
}
