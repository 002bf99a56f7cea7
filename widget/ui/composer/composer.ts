import { html, nothing, type TemplateResult } from '../base/html.ts';
import { MAX_MESSAGE_CHARACTERS } from '../../protocol/limits.ts';
import { formatCount } from '../words/format-count.ts';
import type { Strings } from '../words/strings.ts';
import { sendIcon, stopIcon } from '../base/icons.ts';

/** The content of the composer, and the handlers of its controls. */
export interface ComposerView {
  readonly strings: Strings;
  /** Locale of numbers. */
  readonly locale: string;
  readonly placeholder: string;
  readonly draft: string;
  readonly isDisabled: boolean;
  /** An answer is on its way: the button stops it. */
  readonly isAnswering: boolean;
  /** It is too early to ask again. */
  readonly isWaiting: boolean;
  /** The controls before its button. */
  readonly tools: unknown;
  readonly handleInput: (event: InputEvent) => void;
  readonly handleKeydown: (event: KeyboardEvent) => void;
  readonly handleSubmit: (event: SubmitEvent) => void;
}

/** Characters left below which the count is shown. */
const COUNT_FROM = 500;

/** The form under the transcript. Send and stop are one button, so that focus stays on it. */
export function renderComposer(view: ComposerView): TemplateResult {
  const { strings, draft, isAnswering, isDisabled } = view;
  const left = MAX_MESSAGE_CHARACTERS - draft.length;
  const cannotSend = !isAnswering && (isDisabled || view.isWaiting || draft.trim() === '' || left < 0);
  return html`<form class="composer" part="composer" @submit=${view.handleSubmit}>
    <textarea
      class="input"
      part="input"
      rows="1"
      dir=${draft ? 'auto' : nothing}
      enterkeyhint="send"
      aria-label=${strings.message}
      aria-describedby=${left < COUNT_FROM ? 'count' : nothing}
      aria-invalid=${left < 0 ? 'true' : nothing}
      placeholder=${view.placeholder}
      ?disabled=${isDisabled}
      .value=${draft}
      @input=${view.handleInput}
      @keydown=${view.handleKeydown}
    ></textarea>
    ${left < COUNT_FROM ? renderCount(left, view) : nothing} ${view.tools}
    <button
      class="send ${isAnswering ? 'stop' : ''}"
      part="send"
      type="submit"
      aria-label=${isAnswering ? strings.stop : strings.send}
      aria-disabled=${cannotSend ? 'true' : 'false'}
    >
      ${sendIcon}${stopIcon}
    </button>
  </form>`;
}

function renderCount(left: number, { strings, locale }: ComposerView): TemplateResult {
  const forms = left < 0 ? strings.charactersOver : strings.charactersLeft;
  return html`<span id="count" class="count ${left < 0 ? 'over' : ''}"
    >${formatCount(forms, Math.abs(left), locale)}</span
  >`;
}

/** Whether a key press in the text box means "send": Enter alone, and not the Enter that ends an IME composition. */
export function isSendKey(event: KeyboardEvent): boolean {
  // Safari fires the Enter that commits a composition after compositionend, marked only by keyCode 229.
  return event.key === 'Enter' && !event.shiftKey && !event.isComposing && event.keyCode !== 229;
}

/** Grows a text box with its text where the browser does not (`field-sizing` is missing in Firefox and Safari). */
export function fitToText(input: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content') || input.dataset['fitted'] === input.value) return;
  input.dataset['fitted'] = input.value;
  input.style.height = 'auto';
  input.style.height = `${input.scrollHeight}px`;
}
