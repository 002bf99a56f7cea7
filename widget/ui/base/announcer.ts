import { createElement } from './launcher.ts';

/** Says things to screen readers, in the one live region of a panel. */
export class Announcer {
  /** The live region; the panel draws it. */
  readonly region = createElement('div', { class: 'visually-hidden', role: 'status' });
  #last = '';

  /**
   * Says a text, also when it is the same as the last one. An empty text takes the last one away.
   *
   * @param language of the text, where it is not that of the panel; empty where it is not known
   */
  announce(text: string, language?: string): void {
    if (language === undefined) this.region.removeAttribute('lang');
    else this.region.lang = language;
    // A live region is only read out when it changes.
    this.#last = text !== '' && text === this.#last ? `${text}\u00A0` : text;
    this.region.textContent = this.#last;
  }
}
