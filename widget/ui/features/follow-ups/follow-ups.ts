import { html, nothing, type TemplateResult } from '../../base/html.ts';
import type { ConversationState } from '../../../conversation/state.ts';
import type { ChatMessage } from '../../../protocol/chat-message.ts';
import { textLanguage } from '../../base/text-language.ts';
import type { ChatHost } from '../../element/chat-panel.ts';
import { addStyles } from '../../base/css.ts';
import { suggestionList } from '../../base/suggestion-list.ts';
import type { ElementWords } from '../../words/element-words.ts';
import { followUpsStyles } from './follow-ups.styles.ts';
import { hasFollowUps } from './has-follow-ups.ts';

/** The parts of the panel that follow-ups need. */
export interface FollowUpsOptions {
  readonly host: ChatHost;
  readonly words: ElementWords;
  /** The state of the conversation at this moment. */
  readonly state: () => ConversationState;
  /** Asks one. */
  readonly handleSuggestion: (text: string) => void;
}

/** The questions that the backend suggests after an answer. */
export class FollowUps {
  readonly #options: FollowUpsOptions;

  constructor(options: FollowUpsOptions) {
    this.#options = options;
    addStyles(options.host.renderRoot as ShadowRoot, followUpsStyles);
  }

  /** Under the last answer, once it is complete; nothing under any other message. */
  draw(message: ChatMessage): TemplateResult | typeof nothing {
    const { host, words, state, handleSuggestion } = this.#options;
    if (!hasFollowUps(state()) || state().messages.at(-1) !== message) return nothing;
    return html`<div class="follow-ups" part="follow-ups">
      ${suggestionList({
        texts: message.suggestions ?? [],
        label: words.current.suggestions,
        languageOf: (text) => textLanguage(text, words.language),
        isDisabled: host.disabled,
        handleSuggestion,
      })}
    </div>`;
  }
}
