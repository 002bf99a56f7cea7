import { html, nothing, svg, type TemplateResult } from '../html.ts';
import type { Words } from '../words/words.ts';

/** A rating of this page view. `rated`: the backend has it, and a comment may follow. */
export interface RatingState {
  readonly rating: 1 | -1;
  readonly comment: string;
  readonly stage: 'sending' | 'rated' | 'thanked' | 'failed';
  /** The thumb that was pressed. */
  readonly thumb: HTMLElement;
}

/** What the thumbs show, and the handlers of their controls. */
export interface RatingView {
  readonly words: Words;
  /** The rating that was stored in an earlier page view. */
  readonly rating: 1 | -1 | undefined;
  readonly state: RatingState | undefined;
  readonly isDisabled: boolean;
  readonly handleRate: (rating: 1 | -1, thumb: HTMLElement) => void;
  readonly handleComment: (comment: string) => void;
  readonly handleRetry: () => void;
  readonly handleClose: () => void;
}

const MAX_COMMENT_CHARACTERS = 500;

const THUMB = svg`<path d="M7 11v9H4v-9Zm0 0 4-8a2.5 2.5 0 0 1 2.4 3L13 9h5a2 2 0 0 1 2 2.4l-1.3 6.9A2 2 0 0 1 16.7 20H7" />`;

/** Two thumbs, and under them what follows from a rating. */
export function ratingTemplate(view: RatingView): TemplateResult {
  const { words, state } = view;
  return html`<div class="rating" part="rating" role="group" aria-label=${words.rating}>
      ${thumb(view, 1)} ${thumb(view, -1)}
    </div>
    ${state?.stage === 'failed' ? failure(view) : nothing}
    ${state?.stage === 'rated' || state?.stage === 'thanked' ? html`<p class="note">${words.thanks}</p>` : nothing}
    ${state && hasForm(state) ? commentForm(view, state) : nothing}`;
}

/** While a comment is on its way its form stays, with its words. */
function hasForm({ stage, comment }: RatingState): boolean {
  return stage === 'rated' || (comment !== '' && stage !== 'thanked');
}

function thumb(view: RatingView, rating: 1 | -1): TemplateResult {
  const { words } = view;
  const label = rating === 1 ? words.helpful : words.notHelpful;
  const isPressed = (view.state?.rating ?? view.rating) === rating;
  const handleClick = ({ currentTarget }: MouseEvent): void => {
    if (!isPressed && currentTarget instanceof HTMLElement) view.handleRate(rating, currentTarget);
  };
  return html`<button
    class="quiet thumb ${rating === 1 ? 'up' : 'down'}"
    type="button"
    title=${label}
    aria-label=${label}
    aria-pressed=${isPressed ? 'true' : 'false'}
    ?disabled=${view.isDisabled}
    @click=${handleClick}
  >
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${THUMB}</svg>
  </button>`;
}

function failure({ words, handleRetry }: RatingView): TemplateResult {
  return html`<p class="note failure" role="alert">
    ${words.feedbackFailed}
    <button class="action" type="button" @click=${handleRetry}>${words.retry}</button>
  </p>`;
}

function commentForm(view: RatingView, { comment, stage }: RatingState): TemplateResult {
  const { words, handleComment, handleClose } = view;
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const box = (event.currentTarget as HTMLFormElement).querySelector('textarea');
    if (stage !== 'sending') handleComment(box?.value.trim() ?? '');
  };
  const handleKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing) return;
    // The panel would close.
    event.stopPropagation();
    handleClose();
  };
  return html`<form class="comment" @submit=${handleSubmit} @keydown=${handleKeydown}>
    <label>
      ${words.comment}
      <textarea
        dir="auto"
        rows="2"
        maxlength=${MAX_COMMENT_CHARACTERS}
        .value=${comment}
        ?readonly=${stage === 'sending'}
      ></textarea>
    </label>
    <div class="actions">
      <button class="action" type="submit">${words.sendComment}</button>
      <button class="action" type="button" @click=${handleClose}>${words.skipComment}</button>
    </div>
  </form>`;
}
