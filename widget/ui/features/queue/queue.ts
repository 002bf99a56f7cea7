import { html, nothing, svg, type TemplateResult } from '../../base/html.ts';
import type { Conversation } from '../../../conversation/conversation.ts';
import { MessageQueue } from '../../../conversation/queue/message-queue.ts';
import { openQueueStore } from '../../../conversation/queue/queue-store.ts';
import { isAnswering } from '../../../conversation/state.ts';
import type { ChatMessage } from '../../../protocol/chat-message.ts';
import { MAX_MESSAGE_CHARACTERS } from '../../../protocol/limits.ts';
import { SYSTEM_CLOCK } from '../../../transport/clock.ts';
import { mayBeSent } from '../../asking/composer-controls.ts';
import { icon, sendIcon } from '../../base/icons.ts';
import type { ChatHost } from '../../element/chat-panel.ts';
import { addStyles } from '../../base/css.ts';
import type { ElementWords } from '../../words/element-words.ts';
import { queueStyles } from './queue.styles.ts';

const LATER = icon(svg`<circle cx="12" cy="12" r="8.5" /><path d="M12 7.5V12l3 2" />`);
const BACK = icon(svg`<path d="M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6" />`);

/** What the queue is given of the panel. */
export interface QueueOptions {
  readonly host: ChatHost;
  readonly words: ElementWords;
  readonly conversation: Conversation;
  /** Sends a text that the page has agreed to. */
  readonly send: (text: string) => void;
  /** Says something to screen readers. */
  readonly announce: (text: string) => void;
  /** Moves focus to the text box. */
  readonly focusInput: () => void;
  /** Aborted when the panel is disposed. */
  readonly signal: AbortSignal;
}

/** Messages that wait: for the end of an answer, above the composer; for the network, in the transcript. */
export class Queue {
  readonly #options: QueueOptions;
  readonly #queue: MessageQueue;

  constructor(options: QueueOptions) {
    const { host, conversation, send, signal } = options;
    this.#options = options;
    addStyles(host.renderRoot as ShadowRoot, queueStyles);
    this.#queue = new MessageQueue({
      conversation,
      network: { isOnline: () => navigator.onLine, listen: SYSTEM_CLOCK.whenAwake },
      store: openQueueStore({
        area: () => host.storage.tab,
        instance: host.instance,
        locks: navigator.locks,
        after: SYSTEM_CLOCK.after,
      }),
      send,
      retry: () => void conversation.retry(),
      after: SYSTEM_CLOCK.after,
      drawn: () => host.updateComplete,
      handleChange: () => host.requestUpdate(),
    });
    addEventListener('pagehide', () => this.#queue.leave(), { signal });
    addEventListener('pageshow', ({ persisted }) => persisted && this.#queue.wake(), { signal });
    signal.addEventListener('abort', () => this.#queue.dispose());
  }

  /** A question waits for the network: what is sent now is to be queued behind it. */
  get hasWaitingQuestion(): boolean {
    return this.#queue.hasWaitingQuestion;
  }

  /** Queues what is in the text box, if the page agrees. */
  addDraft(): void {
    const { host, conversation, words, announce, focusInput } = this.#options;
    const text = conversation.state.draft.trim();
    if (!this.#canAdd(text) || !mayBeSent(host, text)) return;
    this.#queue.add(text);
    conversation.type('');
    announce(words.current.queued);
    focusInput();
  }

  /** The messages that wait for the end of an answer. */
  draw(): TemplateResult | typeof nothing {
    const { texts } = this.#queue;
    if (texts.length === 0) return nothing;
    return html`<div class="queue" part="queue">
      <p>${LATER} ${this.#options.words.current.queued}</p>
      <ul>
        ${texts.map((text, index) => this.#item(text, () => this.#queue.takeBack(index)))}
      </ul>
    </div>`;
  }

  /** While an answer streams and there are words in the text box: the button that queues them. */
  drawButton(): TemplateResult | typeof nothing {
    const { conversation, words } = this.#options;
    const { state } = conversation;
    const text = state.draft.trim();
    if (!isAnswering(state) || text === '') return nothing;
    const { sendNext } = words.current;
    return html`<button
      class="send-next"
      part="send-next"
      type="button"
      aria-label=${sendNext}
      title=${sendNext}
      aria-disabled=${this.#canAdd(text) ? 'false' : 'true'}
      @click=${() => this.addDraft()}
    >
      ${sendIcon}
    </button>`;
  }

  /** Under the question that waits for the network; undefined under any other message. */
  drawWaiting(message: ChatMessage): TemplateResult | undefined {
    if (!this.#queue.isWaiting(message)) return undefined;
    const { waiting, takeBack } = this.#options.words.current;
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
      text !== '' &&
      text.length <= MAX_MESSAGE_CHARACTERS &&
      !this.#queue.isFull &&
      !this.#options.host.disabled
    );
  }

  #item(text: string, takeBack: () => void): TemplateResult {
    const label = this.#options.words.current.takeBack;
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
    this.#options.focusInput();
  }
}
