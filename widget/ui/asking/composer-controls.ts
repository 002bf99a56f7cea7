import type { Conversation } from '../../conversation/conversation.ts';
import { isAnswering } from '../../conversation/state.ts';
import { MAX_MESSAGE_CHARACTERS } from '../../protocol/limits.ts';
import type { LazyFeature } from '../base/lazy-feature.ts';
import type { Queue } from '../features/queue/queue.ts';
import type { ChatHost, ChatPanel } from '../element/chat-panel.ts';
import { CfAiChatSendEvent } from '../element/events.ts';
import { type ComposerView, isSendKey } from '../composer/composer.ts';

/** What the controls are given of the panel. */
export interface ComposerControlsOptions {
  readonly host: ChatHost;
  readonly panel: Pick<ChatPanel, 'send' | 'stop'>;
  readonly conversation: Conversation;
  /** It is too early to ask again. */
  readonly isWaiting: () => boolean;
  /** Gives focus a new place: the control that had it goes away. */
  readonly moveFocus: () => void;
  readonly queue: () => LazyFeature<Queue>;
}

type ComposerHandlers = Pick<ComposerView, 'handleInput' | 'handleKeydown' | 'handleSubmit'> & {
  /** Sends a starter question. */
  readonly handleSuggestion: (text: string) => void;
};

/** What visitors do with the text box, its button, and the suggestions above it. */
export class ComposerControls {
  readonly #options: ComposerControlsOptions;

  constructor(options: ComposerControlsOptions) {
    this.#options = options;
  }

  /** The handlers of these controls. */
  get handlers(): ComposerHandlers {
    return {
      handleSuggestion: (text) => this.#handleSuggestion(text),
      handleInput: (event) => this.#handleInput(event),
      handleKeydown: (event) => this.#handleKeydown(event),
      handleSubmit: (event) => this.#handleSubmit(event),
    };
  }

  #handleSuggestion(text: string): void {
    const { host, panel, moveFocus } = this.#options;
    if (host.disabled) return;
    moveFocus();
    void panel.send(text);
  }

  #handleInput(event: Event): void {
    if (event.target instanceof HTMLTextAreaElement) this.#options.conversation.type(event.target.value);
  }

  #handleKeydown(event: KeyboardEvent): void {
    if (!isSendKey(event)) return;
    event.preventDefault();
    this.#submitDraft();
  }

  #handleSubmit(event: Event): void {
    event.preventDefault();
    const { panel, conversation } = this.#options;
    if (isAnswering(conversation.state)) panel.stop();
    else this.#submitDraft();
  }

  /** Nobody stops an answer by sending: the message is sent after it. */
  #submitDraft(): void {
    const { host, panel, conversation, isWaiting } = this.#options;
    const queue = this.#options.queue();
    if (host.disabled) return;
    if (isAnswering(conversation.state) || queue.current?.hasWaitingQuestion) {
      // Without its code, the text stays where it is.
      queue.load().then(
        (loaded) => loaded.addDraft(),
        () => undefined,
      );
    } else if (!isWaiting()) void panel.send(conversation.state.draft);
  }
}

/** Asks the page whether a text may be sent. One over the limit is not about to be sent: the conversation refuses it. */
export function mayBeSent(host: ChatHost, text: string): boolean {
  const { length } = text.trim();
  if (length === 0 || length > MAX_MESSAGE_CHARACTERS) return length > 0;
  return host.dispatchEvent(new CfAiChatSendEvent(text));
}
