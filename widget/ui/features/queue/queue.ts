import { html, nothing, svg, type TemplateResult } from '../../base/html.ts';
import { MessageQueue } from '../../../conversation/queue/message-queue.ts';
import { openQueueStore } from '../../../conversation/queue/queue-store.ts';
import { isAnswering } from '../../../conversation/state.ts';
import { StorageWithMemory } from '../../../conversation/storage-with-memory.ts';
import type { ChatMessage } from '../../../protocol/chat-message.ts';
import { MAX_MESSAGE_CHARACTERS } from '../../../protocol/limits.ts';
import { SYSTEM_CLOCK } from '../../../transport/clock.ts';
import { icon, sendIcon } from '../../base/icons.ts';
import { addStyles } from '../../base/css.ts';
import { queueStyles } from './queue.styles.ts';
import type { Chat } from '../../feature/chat.ts';

const LATER = icon(svg`<circle cx="12" cy="12" r="8.5" /><path d="M12 7.5V12l3 2" />`);
const BACK = icon(svg`<path d="M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6" />`);

/** Messages that wait: for the end of an answer, above the composer; for the network, in the transcript. */
export class Queue {
  readonly #chat: Chat;
  readonly #queue: MessageQueue;

  constructor(chat: Chat) {
    const { host, conversation, asking, redraw, signal } = chat;
    this.#chat = chat;
    addStyles(host.renderRoot as ShadowRoot, queueStyles);
    this.#queue = new MessageQueue({
      conversation,
      network: { isOnline: () => navigator.onLine, listen: SYSTEM_CLOCK.whenAwake },
      store: openQueueStore({
        storage: new StorageWithMemory(() => host.storage.tab),
        instance: host.instance,
      }),
      send: (text) => asking.sendQueued(text),
      retry: () => void conversation.retry(),
      after: SYSTEM_CLOCK.after,
      drawn: () => host.updateComplete,
      handleChange: redraw,
    });
    addEventListener('pagehide', () => this.#queue.leave(), { signal });
    addEventListener('pageshow', ({ persisted }) => persisted && this.#queue.wake(), { signal });
    signal.addEventListener('abort', () => this.#queue.dispose());
  }

  /** A question waits for the network: what is sent now is to be queued behind it. */
  get hasWaitingQuestion(): boolean {
    return this.#queue.hasWaitingQuestion;
  }

  /**
   * Queues a text of the text box, if the page agrees. Words behind it were typed while this code was on its way: they stay. Does
   * nothing where the text is no longer there.
   */
  add(sent: string): void {
    const { asking, conversation, strings, announce, focusInput } = this.#chat;
    const { draft } = conversation.state;
    const text = sent.trim();
    if (!draft.startsWith(sent) || !this.#canAdd(text) || !asking.mayBeSent(text)) return;
    this.#queue.add(text);
    conversation.type(draft.slice(sent.length).trimStart());
    announce(strings.current.queued);
    focusInput();
  }

  /** The messages that wait for the end of an answer. */
  render(): TemplateResult | typeof nothing {
    const { texts } = this.#queue;
    if (texts.length === 0) return nothing;
    return html`<div class="queue" part="queue">
      <p>${LATER} ${this.#chat.strings.current.queued}</p>
      <ul>
        ${texts.map((text, index) => this.#renderItem(text, () => this.#queue.takeBack(index)))}
      </ul>
    </div>`;
  }

  /** While an answer streams and there are words in the text box: the button that queues them. */
  renderButton(): TemplateResult | typeof nothing {
    const { state, strings } = this.#chat;
    const text = state.draft.trim();
    if (!isAnswering(state) || text === '') return nothing;
    const { sendNext } = strings.current;
    return html`<button
      class="send-next"
      part="send-next"
      type="button"
      aria-label=${sendNext}
      title=${sendNext}
      aria-disabled=${this.#canAdd(text) ? 'false' : 'true'}
      @click=${() => this.add(state.draft)}
    >
      ${sendIcon}
    </button>`;
  }

  /** Under the question that waits for the network; undefined under any other message. */
  renderWaiting(message: ChatMessage): TemplateResult | undefined {
    if (!this.#queue.isWaiting(message)) return undefined;
    const { waiting, takeBack } = this.#chat.strings.current;
    return html`<div class="failure calm waiting">
      <span class="what" role="status">${waiting}</span>
      <span class="next">
        <button class="step" type="button" @click=${() => this.#take(() => this.#queue.takeBackWaiting())}>
          ${takeBack}
        </button>
      </span>
    </div>`;
  }

  #canAdd(text: string): boolean {
    return (
      text !== '' && text.length <= MAX_MESSAGE_CHARACTERS && !this.#queue.isFull && !this.#chat.host.disabled
    );
  }

  #renderItem(text: string, takeBack: () => void): TemplateResult {
    const label = this.#chat.strings.current.takeBack;
    return html`<li>
      <span dir="auto">${text}</span>
      <button
        class="quiet"
        type="button"
        aria-label="${label}: ${text}"
        title=${label}
        @click=${() => this.#take(takeBack)}
      >
        ${BACK}
      </button>
    </li>`;
  }

  #take(takeBack: () => void): void {
    takeBack();
    this.#chat.focusInput();
  }
}
