import type { nothing, TemplateResult } from 'lit/html.js';
import type { ChatMessage } from '../../protocol/chat-message.ts';
import { CfAiChatFeedbackEvent } from './feedback-event.ts';
import { feedbackUrl, postFeedback } from './feedback-client.ts';
import { ratingTemplate, type RatingState } from './rating-template.ts';
import type { ServiceScene } from '../panel/service-view.ts';
import type { Speech } from '../words/speech.ts';

/** The visitor's ratings of this page view, and how far each has come. */
export class Ratings {
  readonly #scene: ServiceScene;
  readonly #speech: Speech;
  readonly #states = new Map<string, RatingState>();

  constructor(scene: ServiceScene, speech: Speech) {
    this.#scene = scene;
    this.#speech = speech;
  }

  /** The thumbs of a finished answer; nothing where the backend takes no feedback and none was given. */
  draw(message: ChatMessage): TemplateResult | typeof nothing | undefined {
    const { host, words } = this.#scene;
    if (message.role !== 'assistant' || message.status !== 'complete') return undefined;
    const canRate = this.#url !== undefined && message.queryId !== undefined;
    if (!canRate && !message.feedback) return undefined;
    return ratingTemplate({
      words: this.#speech.words,
      retry: words.strings.retry,
      rating: message.feedback,
      state: this.#states.get(message.id),
      isDisabled: !canRate || host.disabled,
      handleRate: (rating) => void this.#send(message, rating, ''),
      handleComment: (comment) => void this.#comment(message, comment),
      handleRetry: () => void this.#sendAgain(message),
      handleClose: () => this.#close(message),
    });
  }

  get #url(): string | undefined {
    const { host, conversation } = this.#scene;
    return feedbackUrl(host, conversation.state.links?.feedback);
  }

  async #send(message: ChatMessage, rating: 1 | -1, comment: string): Promise<void> {
    const { host, conversation, announce } = this.#scene;
    const url = this.#url;
    const { queryId } = message;
    if (!url || !queryId || !host.dispatchEvent(new CfAiChatFeedbackEvent(message, rating, comment))) return;
    const sending: RatingState = { rating, comment, stage: 'sending' };
    this.#set(message, sending);
    try {
      await postFeedback(host, url, { queryId, rating, ...(comment && { comment }) });
    } catch (error) {
      // oxlint-disable-next-line no-console -- the visitor is told that it failed, the developer why
      console.warn('<cf-ai-chat>: feedback could not be sent.', error);
      if (this.#states.get(message.id) === sending) this.#set(message, { ...sending, stage: 'failed' });
      return;
    }
    // The visitor may have changed their mind since.
    if (this.#states.get(message.id) !== sending) return;
    conversation.rate(message.id, rating);
    this.#set(message, { ...sending, stage: comment ? 'thanked' : 'rated' });
    announce(this.#speech.words.thanks);
    if (comment) this.#focusThumb(message);
  }

  async #comment(message: ChatMessage, comment: string): Promise<void> {
    const { rating } = this.#states.get(message.id) ?? {};
    if (rating && comment) await this.#send(message, rating, comment);
    else this.#close(message);
  }

  async #sendAgain(message: ChatMessage): Promise<void> {
    const state = this.#states.get(message.id);
    if (!state) return;
    this.#focusThumb(message);
    await this.#send(message, state.rating, state.comment);
  }

  #close(message: ChatMessage): void {
    const state = this.#states.get(message.id);
    if (state) this.#set(message, { ...state, comment: '', stage: 'thanked' });
    this.#focusThumb(message);
  }

  /** The control that had focus goes away: focus goes to the thumb that was pressed. */
  #focusThumb(message: ChatMessage): void {
    const { conversation, root } = this.#scene;
    const index = conversation.state.messages.findIndex(({ id }) => id === message.id);
    const item = root.querySelectorAll('.messages > li')[index];
    item?.querySelector<HTMLElement>('.thumb[aria-pressed="true"]')?.focus({ preventScroll: true });
  }

  #set(message: ChatMessage, state: RatingState): void {
    this.#states.set(message.id, state);
    this.#scene.host.requestUpdate();
  }
}
