import { html, nothing, svg, type TemplateResult } from '../../base/html.ts';
import { MAX_WAITING } from '../../../conversation/questions.ts';
import { isAnswering } from '../../../conversation/state.ts';
import { type ChatMessage, filesOf, textOf } from '../../../protocol/chat-message.ts';
import { MAX_MESSAGE_CHARACTERS } from '../../../protocol/limits.ts';
import { icon, sendIcon } from '../../base/icons.ts';
import { addStyles } from '../../base/css.ts';
import { queueStyles } from './queue.styles.ts';
import type { Chat } from '../../feature/chat.ts';

const LATER = icon(svg`<circle cx="12" cy="12" r="8.5" /><path d="M12 7.5V12l3 2" />`);
const BACK = icon(svg`<path d="M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6" />`);

/**
 * Waiting messages: those that wait for the end of an answer, above the composer; those that wait for the network, in the
 * transcript.
 */
export class Queue {
  readonly #chat: Chat;

  constructor(chat: Chat) {
    this.#chat = chat;
    addStyles(chat.host.renderRoot as ShadowRoot, queueStyles);
  }

  /** The messages that wait for the end of an answer. */
  render(): TemplateResult | typeof nothing {
    const { waiting } = this.#chat.state;
    if (waiting.length === 0) return nothing;
    return html`<div class="queue" part="queue">
      <p>${LATER} ${this.#chat.strings.current.queued}</p>
      <ul>
        ${waiting.map((message) => this.#renderItem(message))}
      </ul>
    </div>`;
  }

  /** The button that queues the draft, while an answer streams and there is a draft. */
  renderButton(): TemplateResult | typeof nothing {
    const { state, strings, asking } = this.#chat;
    const text = state.draft.trim();
    if (!isAnswering(state) || (text === '' && state.draftFiles.length === 0)) return nothing;
    const { sendNext } = strings.current;
    return html`<button
      class="send-next"
      part="send-next"
      type="button"
      aria-label=${sendNext}
      title=${sendNext}
      aria-disabled=${this.#canAdd(text) ? 'false' : 'true'}
      @click=${() => asking.queueDraft()}
    >
      ${sendIcon}
    </button>`;
  }

  /** The line under a question that waits for the network; undefined for any other message. */
  renderWaiting(message: ChatMessage): TemplateResult | undefined {
    if (message.status !== 'waiting') return undefined;
    const { waiting, takeBack } = this.#chat.strings.current;
    return html`<div class="failure calm waiting">
      <span class="what" role="status">${waiting}</span>
      <span class="next">
        <button class="step" type="button" @click=${() => this.#takeBack(message)}>${takeBack}</button>
      </span>
    </div>`;
  }

  #canAdd(text: string): boolean {
    const { host, state } = this.#chat;
    return text.length <= MAX_MESSAGE_CHARACTERS && state.waiting.length < MAX_WAITING && !host.disabled;
  }

  #renderItem(message: ChatMessage): TemplateResult {
    const label = this.#chat.strings.current.takeBack;
    const text = [textOf(message), ...filesOf(message).map(({ name }) => name)].filter(Boolean).join(' · ');
    return html`<li>
      <span dir="auto">${text}</span>
      <button
        class="quiet"
        type="button"
        aria-label="${label}: ${text}"
        title=${label}
        @click=${() => this.#takeBack(message)}
      >
        ${BACK}
      </button>
    </li>`;
  }

  #takeBack({ id }: ChatMessage): void {
    this.#chat.conversation.takeBack(id);
    this.#chat.focusInput();
  }
}
