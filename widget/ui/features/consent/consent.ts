import { html, nothing, type TemplateResult } from '../../base/html.ts';
import { linkAttributes } from '../../../markdown/url-gate.ts';
import type { MenuItem } from '../../base/menu-item.ts';
import { deleteIcon } from '../../base/icons.ts';
import type { ChatHost } from '../../element/chat-panel.ts';
import { addStyles } from '../../base/css.ts';
import type { ElementWords } from '../../words/element-words.ts';
import { consentStyles } from './consent.styles.ts';
import type { Words } from '../../words/words.ts';

/** The parts of the panel that consent needs. */
export interface ConsentOptions {
  readonly host: ChatHost;
  readonly words: ElementWords;
  /** Says something to screen readers. */
  readonly announce: (text: string) => void;
  /** The element in which the panel is drawn. */
  readonly root: HTMLElement;
  /** Sends the message that waited for the agreement. */
  readonly handleAgreed: () => void;
  /** Deletes the earlier conversations. */
  readonly forgetHistory: () => Promise<void>;
  /** Moves focus to the composer, without the keyboard of a phone. */
  readonly moveFocus: () => void;
}

/** Asks the visitor, in a box above the composer, before the first message is sent; and takes the agreement back. */
export class Consent {
  readonly #options: ConsentOptions;
  #isAsking = false;

  constructor(options: ConsentOptions) {
    this.#options = options;
    addStyles(options.host.renderRoot as ShadowRoot, consentStyles);
    if (this.#isForgotten) options.announce(this.#words.forgotten);
  }

  /** The line of the menu that withdraws the agreement; none before it was given. */
  get menuItems(): readonly MenuItem[] {
    const { host } = this.#options;
    if (host.consent === 'none' || !host.storage.isAllowed) return [];
    return [{ label: this.#words.withdraw, icon: deleteIcon, handleSelect: () => void this.#withdraw() }];
  }

  /** Shows the box. The message stays in the composer until the visitor agrees. */
  async ask(): Promise<void> {
    const { host, root } = this.#options;
    this.#isAsking = true;
    host.requestUpdate();
    await host.updateComplete;
    // Its text is read out. The button has no focus: a second Enter must not agree.
    root.querySelector<HTMLElement>('.consent')?.focus();
  }

  /** The box, or that everything was deleted. */
  draw(): TemplateResult | typeof nothing {
    if (this.#isAsking && !this.#options.host.storage.isAllowed) return this.#box();
    return this.#isForgotten ? html`<p class="hint">${this.#words.forgotten}</p>` : nothing;
  }

  get #words(): Words {
    return this.#options.words.current;
  }

  get #isForgotten(): boolean {
    const { storage } = this.#options.host;
    return storage.wasForgotten && !storage.isAllowed;
  }

  #box(): TemplateResult {
    const { host, words } = this.#options;
    const { consent, consentStored, agree } = this.#words;
    const privacy = linkAttributes(host.privacyUrl);
    return html`<div
      class="consent"
      part="consent"
      role="group"
      aria-labelledby="consent"
      tabindex="-1"
      @keydown=${(event: KeyboardEvent) => this.#handleKeydown(event)}
    >
      <p id="consent">
        ${host.persist === 'none' ? consent : joinSentences(consent, consentStored)}
        ${
          privacy
            ? html`<a href=${privacy.href} rel=${privacy.rel} target="_blank">${words.current.privacy}</a>`
            : nothing
        }
      </p>
      <div class="consent-choice">
        <button class="action agree" type="button" @click=${() => this.#agree()}>${agree}</button>
        <button class="action" type="button" @click=${() => this.#close()}>${words.current.cancel}</button>
      </div>
    </div>`;
  }

  #agree(): void {
    const { host, handleAgreed } = this.#options;
    host.storage.allow();
    this.#close();
    handleAgreed();
  }

  #close(): void {
    this.#isAsking = false;
    this.#options.host.requestUpdate();
    this.#options.moveFocus();
  }

  #handleKeydown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.isComposing) return;
    // Escape would close the panel, too.
    event.stopPropagation();
    this.#close();
  }

  async #withdraw(): Promise<void> {
    const { host, forgetHistory } = this.#options;
    // Where the history cannot be reached, nothing of it is stored.
    await forgetHistory().catch(() => undefined);
    host.storage.withdraw();
    host.focus();
  }
}

/** With a space between them; `。` of Chinese and Japanese brings its own. */
function joinSentences(first: string, second: string): string {
  return first.endsWith('。') ? first + second : `${first} ${second}`;
}
