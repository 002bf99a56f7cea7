import { html, nothing, type TemplateResult } from '../base/html.ts';
import { MAX_MESSAGE_CHARACTERS } from '../../protocol/limits.ts';
import { formatCount } from '../words/format-count.ts';
import type { ChatHost } from '../element/chat-host.ts';
import { type ConversationState, isAnswering } from '../../conversation/state.ts';
import type { ElementStrings } from '../words/element-strings.ts';
import { sendIcon, stopIcon } from '../base/icons.ts';
import { isOfComposition } from '../base/press.ts';

/** The chat of the composer, and the handlers of its controls. */
export interface ComposerView {
  readonly host: ChatHost;
  readonly strings: ElementStrings;
  readonly state: ConversationState;
  /** It is too early to ask again. */
  readonly isTooEarly: boolean;
  /** The controls before its button. */
  readonly tools: unknown;
  readonly handleKeydown: (event: KeyboardEvent) => void;
  /** Its button was pressed. Cancelable: it does nothing. */
  readonly handlePress: (event: Event) => void;
  readonly handleSubmit: (event: SubmitEvent) => void;
}

/** Characters left below which the count is shown. */
const COUNT_FROM = 500;

/** The form under the transcript. Send and stop are one button, so that focus stays on it. `TextBox` writes the draft into it. */
export function renderComposer({ host, strings, state, ...view }: ComposerView): TemplateResult {
  const { draft, draftFiles } = state;
  const isRunning = isAnswering(state);
  const left = MAX_MESSAGE_CHARACTERS - draft.length;
  const cannotSend =
    !isRunning &&
    (host.disabled || view.isTooEarly || (draft.trim() === '' && draftFiles.length === 0) || left < 0);
  const { message, placeholder, stop, send } = strings.current;
  return html`<form class="composer" part="composer" @submit=${view.handleSubmit}>
    <textarea
      class="input ${left < 0 ? 'long' : ''}"
      part="input"
      rows="1"
      dir=${draft ? 'auto' : nothing}
      enterkeyhint=${enterKeyHint()}
      aria-label=${message}
      aria-describedby=${left < COUNT_FROM ? 'count' : nothing}
      aria-invalid=${left < 0 ? 'true' : nothing}
      placeholder=${host.placeholder || placeholder}
      ?disabled=${host.disabled}
      @keydown=${view.handleKeydown}
    ></textarea>
    ${left < COUNT_FROM ? renderCount(left, strings) : nothing} ${view.tools}
    <button
      class="send ${isRunning ? 'stop' : ''}"
      part="send"
      type="submit"
      aria-label=${isRunning ? stop : send}
      aria-disabled=${cannotSend ? 'true' : 'false'}
      @click=${view.handlePress}
    >
      ${sendIcon}${stopIcon}
    </button>
  </form>`;
}

function renderCount(left: number, { current, locale }: ElementStrings): TemplateResult {
  const forms = left < 0 ? current.charactersOver : current.charactersLeft;
  return html`<span id="count" class="count ${left < 0 ? 'over' : ''}"
    >${formatCount(forms, Math.abs(left), locale)}</span
  >`;
}

/**
 * Whether a key press in the text box means "send": Enter alone, and not the Enter that ends an IME composition. Keyboards on
 * a screen have no Shift+Enter: there Enter begins a line, as in messengers, and the button sends. Ctrl+Enter always does.
 */
export function isSendKey(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || isOfComposition(event)) return false;
  return event.ctrlKey || event.metaKey || (!event.shiftKey && !isTouched());
}

/** What the Enter key of a keyboard on the screen says. */
export function enterKeyHint(): 'enter' | 'send' {
  return isTouched() ? 'enter' : 'send';
}

/** Whether fingers are how the device is used most. */
function isTouched(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}

/** Grows a text box with its text where the browser does not (`field-sizing` is missing in Firefox and Safari). */
export function fitToText(input: HTMLTextAreaElement): void {
  if (
    CSS.supports('field-sizing', 'content') ||
    input.classList.contains('long') ||
    input.dataset['fitted'] === input.value
  )
    return;
  input.dataset['fitted'] = input.value;
  input.style.height = 'auto';
  input.style.height = `${input.scrollHeight}px`;
}
