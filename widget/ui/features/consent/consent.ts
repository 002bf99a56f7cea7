import { html, nothing, type TemplateResult } from '../../base/html.ts';
import { linkAttributes } from '../../../markdown/url-gate.ts';
import { addStyles } from '../../base/css.ts';
import { consentStyles } from './consent.styles.ts';
import type { Chat } from '../../feature/chat.ts';
import type { Strings } from '../../strings/strings.ts';

/** Asks the visitor for consent in a box above the composer, before the first message is sent. */
export class Consent {
  readonly #chat: Chat;
  #isAsking = false;
  /** A question that is not in the composer, such as one that the page has sent. */
  #question: string | undefined;

  constructor(chat: Chat) {
    this.#chat = chat;
    addStyles(chat.host.renderRoot as ShadowRoot, consentStyles);
    if (this.#isForgotten) chat.announce(this.#strings.forgotten);
  }

  /** Shows the box. The message waits until the visitor agrees: the draft in the composer, or `question`. */
  async ask(question?: string): Promise<void> {
    const { host, root, redraw } = this.#chat;
    this.#keepQuestion();
    this.#question = question;
    this.#isAsking = true;
    redraw();
    await host.updateComplete;
    // Focus makes screen readers read the text. Not on the button: a second press of Enter must not agree.
    root.querySelector<HTMLElement>('.consent')?.focus();
  }

  /** The box, or the line that everything was deleted. */
  render(): TemplateResult | typeof nothing {
    if (this.#isAsking && !this.#chat.host.storage.isAllowed) return this.#renderBox();
    return this.#isForgotten ? html`<p class="hint">${this.#strings.forgotten}</p>` : nothing;
  }

  get #strings(): Strings {
    return this.#chat.strings.current;
  }

  get #isForgotten(): boolean {
    const { storage } = this.#chat.host;
    return storage.wasForgotten && !storage.isAllowed;
  }

  #renderBox(): TemplateResult {
    const { host, strings } = this.#chat;
    const { consent, consentStored, agree } = this.#strings;
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
            ? html`<a href=${privacy.href} rel=${privacy.rel} target="_blank">${strings.current.privacy}</a>`
            : nothing
        }
      </p>
      <div class="consent-choice">
        <button class="action agree" type="button" @click=${() => this.#agree()}>${agree}</button>
        <button class="action" type="button" @click=${() => this.#close()}>${strings.current.cancel}</button>
      </div>
    </div>`;
  }

  #agree(): void {
    const { host, asking } = this.#chat;
    const question = this.#question;
    this.#question = undefined;
    host.storage.allow();
    this.#close();
    if (question === undefined) asking.sendDraft();
    else asking.suggest(question);
  }

  /** Appends a question that is not sent to the text in the composer. */
  #keepQuestion(): void {
    const { conversation, state } = this.#chat;
    if (this.#question !== undefined) conversation.type(`${state.draft}\n\n${this.#question}`);
    this.#question = undefined;
  }

  #close(): void {
    this.#keepQuestion();
    this.#isAsking = false;
    this.#chat.redraw();
    this.#chat.moveFocus();
  }

  #handleKeydown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.isComposing) return;
    // Escape must not also close the panel.
    event.stopPropagation();
    this.#close();
  }
}

/** Joins two sentences with a space; the `。` of Chinese and Japanese needs none. */
function joinSentences(first: string, second: string): string {
  return first.endsWith('。') ? first + second : `${first} ${second}`;
}
