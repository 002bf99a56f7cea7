import { html, nothing, type TemplateResult } from '../../base/html.ts';
import { closeIcon } from '../../base/icons.ts';
import { addStyles } from '../../base/css.ts';
import type { Chat } from '../../feature/chat.ts';
import { otherDraftStyles } from './other-draft.styles.ts';

/** The line that offers a draft from another tab. */
export class OtherDraftLine {
  readonly #chat: Pick<Chat, 'conversation' | 'state' | 'strings' | 'redraw' | 'focusInput'>;

  constructor(chat: Chat) {
    this.#chat = chat;
    addStyles(chat.host.renderRoot as ShadowRoot, otherDraftStyles);
  }

  render(): TemplateResult | typeof nothing {
    const { conversation, strings } = this.#chat;
    const offered = conversation.drafts?.offered;
    if (!offered) return nothing;
    const { otherDraft, useDraft, dismiss } = strings.current;
    return html`<div class="other-draft" part="other-draft" role="group" aria-label=${otherDraft}>
      <p>${otherDraft} <q dir="auto">${offered.draft}</q></p>
      <button class="action" type="button" @click=${() => this.#use()}>${useDraft}</button>
      <button class="quiet" type="button" aria-label=${dismiss} title=${dismiss} @click=${() => this.#end()}>
        ${closeIcon}
      </button>
    </div>`;
  }

  /** Appends the offered draft to the text in the text box. */
  #use(): void {
    const { conversation, state } = this.#chat;
    const { draft = '', draftFiles = [] } = conversation.drafts?.offered ?? {};
    const typed = [state.draft, draft].filter((part) => part !== '');
    conversation.type(typed.join('\n\n'), [...state.draftFiles, ...draftFiles]);
    this.#end();
  }

  #end(): void {
    const { conversation, redraw, focusInput } = this.#chat;
    conversation.drafts?.forgetOffered();
    redraw();
    focusInput();
  }
}
