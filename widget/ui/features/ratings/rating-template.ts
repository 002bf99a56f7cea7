import { html, nothing, svg, type TemplateResult } from '../../base/html.ts';
import { icon } from '../../base/icons.ts';
import type { Strings } from '../../words/strings.ts';

/** A rating of this page view. `asking`: the backend has a bad one, and a reason may follow. */
export interface RatingState {
  readonly rating: 1 | -1;
  readonly comment: string;
  readonly stage: 'sending' | 'asking' | 'thanked' | 'failed';
  /** The thumb that was pressed. */
  readonly thumb: HTMLElement;
}

/** The content of the thumbs, and their handlers. */
export interface RatingView {
  readonly strings: Strings;
  /** The rating that was stored in an earlier page view. */
  readonly rating: 1 | -1 | undefined;
  readonly state: RatingState | undefined;
  readonly isDisabled: boolean;
  readonly handleRate: (rating: 1 | -1, thumb: HTMLElement) => void;
}

const THUMB = icon(
  svg`<path d="M7 11v9H4v-9Zm0 0 4-8a2.5 2.5 0 0 1 2.4 3L13 9h5a2 2 0 0 1 2 2.4l-1.3 6.9A2 2 0 0 1 16.7 20H7" />`,
);

/** Two thumbs, and beside them the thanks. */
export function renderRating(view: RatingView): TemplateResult {
  const { strings, state } = view;
  return html`<div class="rating" part="rating" role="group" aria-label=${strings.rating}>
      ${thumb(view, 1)} ${thumb(view, -1)}
    </div>
    ${state?.stage === 'thanked' ? html`<span class="thanks">${strings.thanks}</span>` : nothing}`;
}

function thumb(view: RatingView, rating: 1 | -1): TemplateResult {
  const { strings } = view;
  const label = rating === 1 ? strings.helpful : strings.notHelpful;
  const isPressed = (view.state?.rating ?? view.rating) === rating;
  const handleClick = ({ currentTarget }: MouseEvent): void => {
    if (!isPressed && currentTarget instanceof HTMLElement) view.handleRate(rating, currentTarget);
  };
  return html`<button
    class="quiet tool thumb ${rating === 1 ? 'up' : 'down'}"
    type="button"
    title=${label}
    aria-label=${label}
    aria-pressed=${isPressed ? 'true' : 'false'}
    ?disabled=${view.isDisabled}
    @click=${handleClick}
  >
    ${THUMB}
  </button>`;
}
