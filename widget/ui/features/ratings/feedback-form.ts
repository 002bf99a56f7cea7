import { html, type TemplateResult } from '../../base/html.ts';
import type { Strings } from '../../words/strings.ts';
import { formatComment, MAX_TEXT_CHARACTERS, type Reason, REASONS } from './feedback-comment.ts';
import type { RatingState } from './rating-template.ts';

export { feedbackFormStyles } from './feedback-form.styles.ts';

/** The content of the form, and the handlers of its controls. */
export interface FeedbackFormView {
  readonly strings: Strings;
  readonly stage: RatingState['stage'];
  /** The link to a human, with a class; nothing where there is none. */
  readonly renderContact: (look: string) => unknown;
  readonly handleComment: (comment: string) => void;
  readonly handleRetry: () => void;
  readonly handleClose: () => void;
}

/** The form after a bad rating: reasons to choose from, and a text for more. */
export function renderFeedbackForm(view: FeedbackFormView): TemplateResult {
  const { strings, stage, handleComment, handleClose } = view;
  const names: Readonly<Record<Reason, string>> = {
    wrong: strings.wrong,
    incomplete: strings.incomplete,
    'not my question': strings.offTopic,
  };
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (stage !== 'sending') handleComment(readComment(event.currentTarget as HTMLFormElement));
  };
  const handleKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing) return;
    // The panel would close.
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
        rows="2"
        maxlength=${MAX_TEXT_CHARACTERS}
        ?readonly=${stage === 'sending'}
      ></textarea>
    </label>
    <div class="actions">
      <button class="action" type="submit">${strings.sendComment}</button>
      <button class="action plain" type="button" @click=${handleClose}>${strings.skipComment}</button>
      ${view.renderContact('action plain')}
    </div>
  </form>`;
}

/** Error row: feedback was not sent, with a retry button. */
export function renderFeedbackFailure({
  strings,
  handleRetry,
}: Pick<FeedbackFormView, 'strings' | 'handleRetry'>): TemplateResult {
  return html`<p class="feedback-failure" role="alert">
    ${strings.feedbackFailed}
    <button class="action" type="button" @click=${handleRetry}>${strings.retry}</button>
  </p>`;
}

/** The form itself holds the choice: nothing else needs it before it is sent. */
function toggle({ currentTarget }: Event): void {
  const button = currentTarget as HTMLButtonElement;
  button.ariaPressed = button.ariaPressed === 'true' ? 'false' : 'true';
}

function readComment(form: HTMLFormElement): string {
  const chosen = [...form.querySelectorAll<HTMLButtonElement>('.reason[aria-pressed=true]')];
  const reasons = REASONS.filter((reason) => chosen.some(({ value }) => value === reason));
  return formatComment(reasons, form.querySelector('textarea')?.value ?? '');
}
