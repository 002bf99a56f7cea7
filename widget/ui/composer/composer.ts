import { html, nothing, type TemplateResult } from '../base/html.ts';
import { MAX_MESSAGE_CHARACTERS } from '../../protocol/limits.ts';
import { formatCount } from '../strings/format-count.ts';
import type { ChatHost } from '../element/chat-host.ts';
import { type ConversationState, isAnswering } from '../../conversation/state.ts';
import type { ElementStrings } from '../strings/element-strings.ts';
import { sendIcon, stopIcon } from '../base/icons.ts';
import { isInputMethodKey } from '../base/press.ts';

/** The chat that the composer belongs to, and the handlers of its controls. */
export interface ComposerView {
  readonly host: ChatHost;
  readonly strings: ElementStrings;
  readonly state: ConversationState;
  /** Whether a limit forbids to ask again at this moment. */
  readonly isTooEarly: boolean;
  /** Controls before the Send button, drawn by features. */
  readonly tools: unknown;
  readonly handleKeydown: (event: KeyboardEvent) => void;
  /** Handles a press of the button. If it cancels the event, nothing is sent or stopped. */
  readonly handlePress: (event: Event) => void;
  readonly handleSubmit: (event: SubmitEvent) => void;
}

/** With fewer characters left than this, their number is shown. */
const COUNT_FROM = 500;

/**
 * The form under the transcript. Send and Stop are one button, so that focus stays on it. `TextBox` writes the draft into the
 * form.
 */
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
 * Whether a key press in the text box sends the message: Enter alone, but not the Enter that ends an IME composition.
 * On-screen keyboards have no Shift+Enter, so there Enter begins a new line, as in messengers, and the button sends.
 * Ctrl+Enter always sends.
 */
export function isSendKey(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || isInputMethodKey(event)) return false;
  return event.ctrlKey || event.metaKey || (!event.shiftKey && !isTouchDevice());
}

/** The label of the Enter key on on-screen keyboards. */
export function enterKeyHint(): 'enter' | 'send' {
  return isTouchDevice() ? 'enter' : 'send';
}

/** Whether the device is mainly used by touch. */
function isTouchDevice(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}

/** Fits the height of a text box to its text, where the browser does not (Firefox and Safari lack `field-sizing`). */
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
