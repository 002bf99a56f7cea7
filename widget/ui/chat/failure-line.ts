import { html, nothing, type TemplateResult } from '../base/html.ts';
import { type ConversationState, isAnswering } from '../../conversation/state.ts';
import { canContinue } from '../../conversation/continuation.ts';
import { isRetryable } from '../../conversation/reducer.ts';
import type { ChatError } from '../../protocol/chat-error.ts';
import type { ChatMessage } from '../../protocol/chat-message.ts';
import { MAX_MESSAGE_CHARACTERS } from '../../protocol/limits.ts';
import { contactLink } from '../base/contact-link.ts';
import { alertIcon } from '../base/icons.ts';
import type { Words } from '../words/words.ts';
import { noteOn } from '../base/note-on.ts';
import { type Tone, toneOf } from './tone.ts';
import type { TurnControls } from '../asking/turn-controls.ts';

/** The content of failures. */
export interface FailureView {
  readonly words: Words;
  readonly state: ConversationState;
  readonly contactUrl: string;
  readonly isDisabled: boolean;
  /** It is too early to ask again. */
  readonly isWaiting: boolean;
  /** The time left until then. */
  readonly drawWait: () => unknown;
  /** Under a question that waits for the network, in place of its failure; undefined for any other. */
  readonly drawWaiting: (message: ChatMessage) => TemplateResult | undefined;
  readonly turns: TurnControls;
  /** A link to a human was pressed. */
  readonly handleContact: (event: MouseEvent) => void;
}

/** Under a message that failed or was cut: the reason, and the next steps. Nothing under any other. */
export function failureLine(message: ChatMessage, view: FailureView): TemplateResult | typeof nothing {
  const { state, words } = view;
  const waiting = view.drawWaiting(message);
  if (waiting) return waiting;
  const isLast = state.messages.at(-1) === message;
  const isRunning = isAnswering(state);
  const note = noteOn(message, words);
  // A question that was stopped, or whose page was left, before its first word.
  const isUnanswered = message.role === 'user' && isLast && !isRunning;
  if (note === '' && !isUnanswered) return nothing;
  const error = isLast ? errorOfLast(state) : undefined;
  const actions = message.role === 'user' ? questionActions(message, view) : answerActions(view);
  return html`<div class="failure ${toneOfMessage(message, error)}">
    ${error ? alertOf(error, view) : noteTemplate(note)}
    <span class="next">
      ${(isLast || message.role === 'user') && !isRunning ? actions : nothing}
      ${error ? contactLink({ ...view, label: words.contact, look: 'step' }) : nothing}
    </span>
  </div>`;
}

function noteTemplate(note: string): TemplateResult | typeof nothing {
  return note ? html`<span class="what">${alertIcon}${note}</span>` : nothing;
}

/** An error that is about no message: a text that was never sent, which stands in the composer. */
export function refusalLine(view: FailureView): TemplateResult | typeof nothing {
  const { error } = view.state;
  if (!error || !isRefusal(view.state)) return nothing;
  return html`<div class="failure ${toneOf(error.code)}">${alertOf(error, view)}</div>`;
}

function isRefusal({ error, draft }: ConversationState): boolean {
  return error?.code === 'too-large' && draft.trim().length > MAX_MESSAGE_CHARACTERS;
}

function errorOfLast(state: ConversationState): ChatError | undefined {
  return state.status === 'error' && state.error && !isRefusal(state) ? state.error : undefined;
}

function alertOf(error: ChatError, { words, drawWait }: FailureView): TemplateResult {
  return html`<div class="what" part="error" role="alert">
    <p>${alertIcon}${words.errors[error.code]} ${drawWait()}</p>
  </div>`;
}

function toneOfMessage({ role, status }: ChatMessage, error: ChatError | undefined): Tone | 'calm' {
  if (error) return toneOf(error.code);
  if (status === 'stopped' || status === 'complete') return 'calm';
  return role === 'assistant' && status === 'failed' ? 'danger' : 'caution';
}

/** Retry, edit, delete; a question that was sent stays. */
function questionActions(message: ChatMessage, view: FailureView): unknown {
  const { words, state, turns } = view;
  // Asking the same again cannot help a text that is too long.
  const isPointless = state.error?.code === 'too-large';
  return [
    isPointless ? nothing : action(words.retry, () => turns.resend(message), view, view.isWaiting),
    action(words.edit, () => turns.edit(message), view),
    message.status === 'failed' ? action(words.delete, () => turns.remove(message), view) : nothing,
  ];
}

/** Continue, retry. */
function answerActions(view: FailureView): unknown {
  const { words, state, turns, isWaiting } = view;
  return [
    canContinue(state.messages) ? action(words.continue, () => turns.continue(), view, isWaiting) : nothing,
    isRetryable(state.messages) ? action(words.retry, () => turns.retry(), view, isWaiting) : nothing,
  ];
}

function action(label: string, handle: () => void, view: FailureView, isBlocked = false): TemplateResult {
  return html`<button class="step" type="button" ?disabled=${view.isDisabled || isBlocked} @click=${handle}>
    ${label}
  </button>`;
}
