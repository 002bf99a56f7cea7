import { html, nothing, type TemplateResult } from '../../base/html.ts';
import type { ChatMessage } from '../../../protocol/chat-message.ts';
import { addStyles } from '../../base/css.ts';
import { MessageDraft } from '../../base/message-draft.ts';
import { renderContactLink } from '../contact/contact-link.ts';
import { contact } from '../contact/feature.ts';
import type { Chat } from '../../feature/chat.ts';
import { formatComment, MAX_TEXT_CHARACTERS, type Reason, REASONS } from './feedback-comment.ts';
import { feedbackFormStyles } from './feedback-form.styles.ts';
import type { RatingChanges, RatingState } from './rating-state.ts';

/** The form after a bad rating, and the note when a rating could not be sent. */
export class FeedbackForm {
  readonly #chat: Chat;
  readonly #ratings: RatingChanges;
  readonly #kept: MessageDraft;
  /** A comment that an earlier page of the tab was left with, and the id of its message. */
  readonly #left: readonly [id: string | undefined, text: string];

  constructor(chat: Chat, ratings: RatingChanges) {
    this.#chat = chat;
    this.#ratings = ratings;
    this.#kept = new MessageDraft(chat.host, 'comment');
    const { id = '' } = this.#kept;
    this.#left = [id, this.#kept.textOf(id) ?? ''];
    addStyles(chat.host.renderRoot as ShadowRoot, feedbackFormStyles);
  }

  /** The form or note for a rating in this state. */
  render(message: ChatMessage, state: RatingState): unknown {
    return [
      state.stage === 'failed' ? this.#renderFailure(message, state) : nothing,
      hasForm(state) ? this.#renderForm(message, state) : nothing,
    ];
  }

  #renderFailure(message: ChatMessage, state: RatingState): TemplateResult {
    const { feedbackFailed, retry } = this.#chat.strings.current;
    const handleRetry = (): void => {
      focusThumb(state);
      void this.#ratings.send(message, state);
    };
    return html`<p class="feedback-failure" role="alert">
      ${feedbackFailed}
      <button class="action" type="button" @click=${handleRetry}>${retry}</button>
    </p>`;
  }

  /** Reasons to choose from, and a text box. */
  #renderForm(message: ChatMessage, state: RatingState): TemplateResult {
    const strings = this.#chat.strings.current;
    const isSending = state.stage === 'sending';
    const names: Readonly<Record<Reason, string>> = {
      wrong: strings.wrong,
      incomplete: strings.incomplete,
      'not my question': strings.offTopic,
    };
    const handleClose = (): void => this.#close(message, state);
    const handleSubmit = (event: SubmitEvent): void => {
      event.preventDefault();
      if (!isSending) this.#send(message, state, readComment(event.currentTarget as HTMLFormElement));
    };
    const handleKeydown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing) return;
      // Escape must not also close the panel.
      event.stopPropagation();
      handleClose();
    };
    return html`<form class="comment" part="feedback-form" @submit=${handleSubmit} @keydown=${handleKeydown}>
      <fieldset>
        <legend>${strings.whatWasWrong}</legend>
        ${REASONS.map(
          (reason) =>
            html`<button class="reason" type="button" value=${reason} aria-pressed="false" @click=${toggle}>
              ${names[reason]}
            </button>`,
        )}
      </fieldset>
      <label>
        ${strings.comment}
        <textarea
          dir="auto"
          rows="1"
          maxlength=${MAX_TEXT_CHARACTERS}
          ?readonly=${isSending}
          .value=${this.#left[0] === message.id ? this.#left[1] : ''}
          @input=${({ currentTarget }: Event) =>
            this.#kept.write(message.id, (currentTarget as HTMLTextAreaElement).value)}
        ></textarea>
      </label>
      <div class="actions">
        <button class="action" type="submit">${strings.sendComment}</button>
        <button class="action plain" type="button" @click=${handleClose}>${strings.skipComment}</button>
        ${renderContactLink(this.#chat, contact.of(this.#chat), 'action plain')}
      </div>
    </form>`;
  }

  #send(message: ChatMessage, state: RatingState, comment: string): void {
    this.#kept.clear();
    if (comment) void this.#ratings.send(message, { ...state, comment });
    else this.#close(message, state);
  }

  #close(message: ChatMessage, state: RatingState): void {
    this.#kept.clear();
    this.#ratings.set(message, { ...state, comment: '', stage: 'thanked' });
    focusThumb(state);
  }
}

/** Whether the form is shown: not for a good rating. While a comment is being sent, the form and its text stay. */
function hasForm({ rating, stage, comment }: RatingState): boolean {
  return rating === -1 && (stage === 'asking' || (comment !== '' && stage !== 'thanked'));
}

/** Moves focus to the pressed thumb, before the focused control is removed. */
function focusThumb({ thumb }: RatingState): void {
  thumb.focus({ preventScroll: true });
}

/** Toggles a reason. The button itself keeps the state until the form is sent. */
function toggle({ currentTarget }: Event): void {
  const button = currentTarget as HTMLButtonElement;
  button.ariaPressed = button.ariaPressed === 'true' ? 'false' : 'true';
}

function readComment(form: HTMLFormElement): string {
  const chosen = [...form.querySelectorAll<HTMLButtonElement>('.reason[aria-pressed=true]')];
  const reasons = REASONS.filter((reason) => chosen.some(({ value }) => value === reason));
  return formatComment(reasons, form.querySelector('textarea')?.value ?? '');
}
