import { nothing, type TemplateResult } from '../../base/html.ts';
import type { ChatMessage } from '../../../protocol/chat-message.ts';
import { LazyFeature } from '../../base/lazy-feature.ts';
import { addStyles } from '../../base/css.ts';
import { showBelow } from '../../base/show-below.ts';
import { renderContactLink } from '../contact/contact-link.ts';
import { contact } from '../contact/feature.ts';
import type * as FeedbackForm from './feedback-form.ts';
import { CfAiChatFeedbackEvent } from '../../element/feedback-event.ts';
import { feedbackUrl, postFeedback } from './feedback-client.ts';
import { renderRating, type RatingState } from './rating-template.ts';
import { ratingsStyles } from './ratings.styles.ts';
import type { Chat } from '../../feature/chat.ts';

/** The visitor's ratings of this page view, and how far each has come. */
export class Ratings {
  readonly #chat: Chat;
  readonly #states = new Map<string, RatingState>();
  readonly #form: LazyFeature<typeof FeedbackForm>;

  constructor(chat: Chat) {
    this.#chat = chat;
    const root = chat.host.renderRoot as ShadowRoot;
    addStyles(root, ratingsStyles);
    this.#form = new LazyFeature(
      async () => {
        const module = await import('./feedback-form.ts');
        addStyles(root, module.feedbackFormStyles);
        return module;
      },
      () => chat.redraw(),
    );
  }

  /** Whether the visitor has rated an answer. */
  isRated({ id, feedback }: ChatMessage): boolean {
    return feedback !== undefined || this.#states.has(id);
  }

  /** The thumbs of a finished answer; nothing where the backend takes no feedback and none was given. */
  renderThumbs(message: ChatMessage): TemplateResult | typeof nothing {
    const { host, strings } = this.#chat;
    if (message.role !== 'assistant' || message.status !== 'complete') return nothing;
    const canRate = this.#url !== undefined && message.queryId !== undefined;
    if (!canRate && !message.feedback) return nothing;
    return renderRating({
      strings: strings.current,
      rating: message.feedback,
      state: this.#states.get(message.id),
      isDisabled: !canRate || host.disabled,
      handleRate: (rating, thumb) => void this.#send(message, { rating, comment: '', thumb }),
    });
  }

  /** Below a rating: the form after a bad one, and a note where it did not arrive. */
  renderForm(message: ChatMessage): unknown {
    const state = this.#states.get(message.id);
    const form = this.#form.current;
    const { strings } = this.#chat;
    if (!state) return nothing;
    if (!form) {
      if (state.stage === 'failed' || hasForm(state)) this.#form.request();
      return nothing;
    }
    const view = {
      strings: strings.current,
      stage: state.stage,
      renderContact: (look: string) => renderContactLink(this.#chat, contact.of(this.#chat), look),
      handleComment: (comment: string) => void this.#comment(message, comment),
      handleRetry: () => void this.#sendAgain(message),
      handleClose: () => this.#close(message),
    };
    return [
      state.stage === 'failed' ? form.renderFeedbackFailure(view) : nothing,
      hasForm(state) ? form.renderFeedbackForm(view) : nothing,
    ];
  }

  get #url(): string | undefined {
    const { host, state } = this.#chat;
    return feedbackUrl(host, state.links?.feedback ?? host.feedbackUrl);
  }

  async #send(message: ChatMessage, given: Omit<RatingState, 'stage'>): Promise<void> {
    const { host, strings, conversation, announce, tellMissing } = this.#chat;
    const { rating, comment, thumb } = given;
    const url = this.#url;
    const { queryId } = message;
    if (!url || !queryId || !host.dispatchEvent(new CfAiChatFeedbackEvent(message, rating, comment))) return;
    const sending: RatingState = { ...given, stage: 'sending' };
    this.#set(message, sending);
    // The one for a bad rating, and for one that does not arrive.
    if (rating === -1) this.#form.request();
    try {
      await postFeedback(host, url, { queryId, rating, ...(comment && { comment }) });
    } catch (error) {
      // oxlint-disable-next-line no-console -- the visitor is told that it failed, the developer why
      console.warn('<cf-ai-chat>: feedback could not be sent.', error);
      if (this.#states.get(message.id) !== sending) return;
      this.#set(message, { ...sending, stage: 'failed' });
      // Says so until the form does.
      if (!this.#form.current) tellMissing(this.#form, strings.current.feedbackFailed);
      return;
    }
    // The visitor may have changed their mind since.
    if (this.#states.get(message.id) !== sending) return;
    conversation.rate(message.id, rating);
    const isAsking = rating === -1 && comment === '';
    this.#set(message, { ...sending, stage: isAsking ? 'asking' : 'thanked' });
    announce(strings.current.thanks);
    if (isAsking) await this.#showForm(message, thumb);
    if (comment) focusThumb(thumb);
  }

  async #comment(message: ChatMessage, comment: string): Promise<void> {
    const state = this.#states.get(message.id);
    if (state && comment) await this.#send(message, { ...state, comment });
    else this.#close(message);
  }

  async #sendAgain(message: ChatMessage): Promise<void> {
    const state = this.#states.get(message.id);
    if (!state) return;
    focusThumb(state.thumb);
    await this.#send(message, state);
  }

  async #showForm({ id }: ChatMessage, thumb: HTMLElement): Promise<void> {
    const { host, scroll } = this.#chat;
    // The view may be held at the question, and would go back there.
    void scroll.keepInView(thumb);
    await this.#form.load().catch(() => undefined);
    await host.updateComplete;
    showBelow(host.panelContainer, `[data-id="${CSS.escape(id)}"] .comment`);
  }

  #close(message: ChatMessage): void {
    const state = this.#states.get(message.id);
    if (!state) return;
    this.#set(message, { ...state, comment: '', stage: 'thanked' });
    focusThumb(state.thumb);
  }

  #set(message: ChatMessage, state: RatingState): void {
    this.#states.set(message.id, state);
    this.#chat.redraw();
  }
}

/** A good rating asks nothing. While a comment is on its way its form stays, with its words. */
function hasForm({ rating, stage, comment }: RatingState): boolean {
  return rating === -1 && (stage === 'asking' || (comment !== '' && stage !== 'thanked'));
}

/** The control that had focus goes away: focus goes to the thumb that was pressed. */
function focusThumb(thumb: HTMLElement): void {
  thumb.focus({ preventScroll: true });
}
