import { html, nothing, type TemplateResult } from '../../base/html.ts';
import type { ChatMessage } from '../../../protocol/chat-message.ts';
import { addStyles } from '../../base/css.ts';
import { renderSuggestions } from '../../base/suggestion-list.ts';
import { textLanguage } from '../../base/text-language.ts';
import type { Chat } from '../../feature/chat.ts';
import { followUpsStyles } from './follow-ups.styles.ts';
import { hasFollowUps } from './has-follow-ups.ts';

/** Questions that the backend suggests after an answer. */
export class FollowUps {
  readonly #chat: Pick<Chat, 'host' | 'strings' | 'state' | 'asking'>;

  constructor(chat: Pick<Chat, 'host' | 'strings' | 'state' | 'asking'>) {
    this.#chat = chat;
    addStyles(chat.host.renderRoot as ShadowRoot, followUpsStyles);
  }

  /** The questions under the last answer, once it is complete; nothing under any other message. */
  render(message: ChatMessage): TemplateResult | typeof nothing {
    const { host, strings, state, asking } = this.#chat;
    if (!hasFollowUps(state) || state.messages.at(-1) !== message) return nothing;
    return html`<div class="follow-ups" part="follow-ups">
      ${renderSuggestions({
        texts: message.suggestions ?? [],
        label: strings.current.suggestions,
        languageOf: (text) => textLanguage(text, strings.language),
        isDisabled: host.disabled,
        handleSuggestion: (text) => asking.suggest(text),
      })}
    </div>`;
  }
}
