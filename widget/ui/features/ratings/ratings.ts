import { html, nothing, svg, type TemplateResult } from '../../base/html.ts';
import type { ChatMessage } from '../../../protocol/chat-message.ts';
import { icon } from '../../base/icons.ts';
import { MessageDraft } from '../../base/message-draft.ts';
import { LazyFeature } from '../../base/lazy-feature.ts';
import { addStyles } from '../../base/css.ts';
import { showBelow } from '../../base/show-below.ts';
import { renderTool } from '../../base/tool.ts';
import { CfAiChatFeedbackEvent } from '../../element/feedback-event.ts';
import { feedbackUrl, postFeedback } from './feedback-client.ts';
import type { FeedbackForm } from './feedback-form.ts';
import type { RatingChanges, RatingState } from './rating-state.ts';
import { ratingsStyles } from './ratings.styles.ts';
import type { Chat } from '../../feature/chat.ts';

const THUMB = icon(
  svg`<path d="M7 11v9H4v-9Zm0 0 4-8a2.5 2.5 0 0 1 2.4 3L13 9h5a2 2 0 0 1 2 2.4l-1.3 6.9A2 2 0 0 1 16.7 20H7" />`,
);

/** The ratings given on this page, and their states. */
export class Ratings implements RatingChanges {
  readonly #chat: Chat;
  readonly #states = new Map<string, RatingState>();
  readonly #form: LazyFeature<FeedbackForm>;

  constructor(chat: Chat) {
    this.#chat = chat;
    addStyles(chat.host.renderRoot as ShadowRoot, ratingsStyles);
    this.#form = new LazyFeature(
      async () => new (await import('./feedback-form.ts')).FeedbackForm(chat, this),
      () => chat.redraw(),
    );
    this.#reopen();
  }

  /** Whether the visitor has rated an answer. */
  isRated({ id, feedback }: ChatMessage): boolean {
    return feedback !== undefined || this.#states.has(id);
  }

  /**
   * The thumbs of a finished answer, with thanks beside them. Nothing where the backend accepts no feedback and no rating
   * exists.
   */
  renderThumbs(message: ChatMessage): TemplateResult | typeof nothing {
    if (message.role !== 'assistant' || message.status !== 'complete') return nothing;
    const canRate = this.#url !== undefined && message.queryId !== undefined;
    if (!canRate && !message.feedback) return nothing;
    const { rating, helpful, notHelpful, thanks } = this.#chat.strings.current;
    const isThanked = this.#states.get(message.id)?.stage === 'thanked';
    return html`<div class="rating" part="rating" role="group" aria-label=${rating}>
        ${this.#renderThumb(message, 1, helpful, canRate)}
        ${this.#renderThumb(message, -1, notHelpful, canRate)}
      </div>
      ${isThanked ? html`<span class="thanks">${thanks}</span>` : nothing}`;
  }

  /** What is shown below a rating: the form after a bad rating, or a note that it could not be sent. */
  renderForm(message: ChatMessage): unknown {
    const state = this.#states.get(message.id);
    if (!state) return nothing;
    // `request` loads the form's code, and tries again after a failure.
    if (state.rating === -1 || state.stage === 'failed') this.#form.request();
    return this.#form.current?.render(message, state);
  }

  async send(message: ChatMessage, given: Omit<RatingState, 'stage'>): Promise<void> {
    const { host, strings, conversation, announce, tellMissing } = this.#chat;
    const { rating, comment, thumb } = given;
    const url = this.#url;
    const { queryId } = message;
    if (!url || !queryId || !host.dispatchEvent(new CfAiChatFeedbackEvent(message, rating, comment))) return;
    const sending: RatingState = { ...given, stage: 'sending' };
    this.set(message, sending);
    // Loads the form, which is needed after a bad rating, and for the note of a failure.
    if (rating === -1) this.#form.request();
    try {
      await postFeedback(host, url, { queryId, rating, ...(comment && { comment }) });
    } catch (error) {
      // oxlint-disable-next-line no-console -- the visitor is told that it failed, the developer why
      console.warn('<cf-ai-chat>: feedback could not be sent.', error);
      if (this.#states.get(message.id) !== sending) return;
      this.set(message, { ...sending, stage: 'failed' });
      // Shows the failure above the composer until the form's code has loaded.
      if (!this.#form.current) tellMissing(this.#form, strings.current.feedbackFailed);
      return;
    }
    // The visitor may have rated differently meanwhile.
    if (this.#states.get(message.id) !== sending) return;
    conversation.rate(message.id, rating);
    const isAsking = rating === -1 && comment === '';
    this.set(message, { ...sending, stage: isAsking ? 'asking' : 'thanked' });
    announce(strings.current.thanks);
    if (isAsking) await this.#showForm(message, thumb);
    // The focused control of the form is removed: focus the thumb.
    if (comment) thumb.focus({ preventScroll: true });
  }

  set(message: ChatMessage, state: RatingState): void {
    this.#states.set(message.id, state);
    this.#chat.redraw();
  }

  /** Reopens the form, if an earlier page of the tab was left while a comment was being typed. */
  #reopen(): void {
    const { host, root } = this.#chat;
    const { id } = new MessageDraft(host, 'comment');
    if (id === undefined) return;
    this.#states.set(id, { rating: -1, comment: '', stage: 'asking', thumb: root });
    this.#form.request();
  }

  get #url(): string | undefined {
    const { host, state } = this.#chat;
    return feedbackUrl(host, state.links?.feedback ?? host.feedbackUrl);
  }

  #renderThumb(message: ChatMessage, rating: 1 | -1, label: string, canRate: boolean): TemplateResult {
    const isPressed = (this.#states.get(message.id)?.rating ?? message.feedback) === rating;
    return renderTool({
      label,
      sign: THUMB,
      look: `thumb ${rating === 1 ? 'up' : 'down'}`,
      isPressed,
      isDisabled: !canRate || this.#chat.host.disabled,
      handle: ({ currentTarget: thumb }) => {
        if (!isPressed && thumb instanceof HTMLElement)
          void this.send(message, { rating, comment: '', thumb });
      },
    });
  }

  async #showForm({ id }: ChatMessage, thumb: HTMLElement): Promise<void> {
    const { host, scroll } = this.#chat;
    // The view may be fixed at the question and would scroll back there.
    void scroll.keepInView(thumb);
    await this.#form.load().catch(() => undefined);
    await host.updateComplete;
    showBelow(host.panelContainer, `[data-id="${CSS.escape(id)}"] .comment`);
  }
}
