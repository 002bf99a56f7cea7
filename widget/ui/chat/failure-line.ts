import { html, nothing, type TemplateResult } from '../base/html.ts';
import { type ConversationState, isAnswering } from '../../conversation/state.ts';
import { canContinue, isPerhapsCut, isRetryable } from '../../conversation/transcript-end.ts';
import type { ChatError } from '../../protocol/chat-error.ts';
import type { ChatMessage } from '../../protocol/chat-message.ts';
import { MAX_MESSAGE_CHARACTERS } from '../../protocol/limits.ts';
import { alertIcon } from '../base/icons.ts';
import type { Chat } from '../feature/chat.ts';
import { fill } from '../strings/strings.ts';
import { statusNote } from '../base/status-note.ts';
import { type Severity, severityOf } from './severity.ts';

/** The line under a message that failed or was cut: the reason, and what to do. Nothing for other messages. */
export function renderFailure(message: ChatMessage, chat: Chat): unknown {
  const { state, strings } = chat;
  const waiting = chat.draw('failure', message).find(Boolean);
  if (waiting) return waiting;
  // Normally a feature draws this line; its code is still loading.
  if (message.status === 'waiting')
    return html`<div class="failure calm waiting">${renderNote(strings.current.waiting)}</div>`;
  const isLast = state.messages.at(-1) === message;
  const isRunning = isAnswering(state);
  const note = statusNote(message, strings.current);
  // A question whose answer was stopped, or whose page was left, before the first word.
  const isUnanswered = message.role === 'user' && isLast && !isRunning;
  if (note === '' && !isUnanswered && !(isLast && !isRunning && isPerhapsCut(message))) return nothing;
  const error = isLast ? errorOfLast(state) : undefined;
  const actions = message.role === 'user' ? questionActions(message, chat) : answerActions(chat);
  return html`<div class="failure ${severityOfMessage(message, error)}">
    ${error ? renderAlert(error, chat, message) : renderNote(note)}
    <span class="next">
      ${(isLast || message.role === 'user') && !isRunning ? actions : nothing}
      ${error ? chat.draw('nextSteps') : nothing}
    </span>
    ${error ? chat.draw('reason') : nothing}
  </div>`;
}

function renderNote(note: string): TemplateResult | typeof nothing {
  return note ? html`<span class="what">${alertIcon}${note}</span>` : nothing;
}

/** Shows an error that concerns the text in the composer, which was not sent, and not a message. */
export function renderRefusal(chat: Chat): TemplateResult | typeof nothing {
  const { error } = chat.state;
  if (!error || !hasRefusal(chat.state)) return nothing;
  return html`<div class="failure ${severityOf(error.code)}">
    ${renderAlert(error, chat)} ${chat.draw('reason')}
  </div>`;
}

/** Whether the conversation's error concerns the text in the composer, and not a message. */
export function hasRefusal({ error, draft }: ConversationState): boolean {
  return error?.code === 'too-large' && draft.trim().length > MAX_MESSAGE_CHARACTERS;
}

function errorOfLast(state: ConversationState): ChatError | undefined {
  return state.status === 'error' && state.error && !hasRefusal(state) ? state.error : undefined;
}

function renderAlert(error: ChatError, { strings, draw }: Chat, message?: ChatMessage): TemplateResult {
  const { errors, truncated } = strings.current;
  // A question can be shortened by whoever wrote it; an answer cannot.
  const isTooLong = error.code === 'too-large' && message?.role === 'assistant';
  const words = isTooLong ? truncated : fill(errors[error.code], { name: error.facts?.file ?? '' });
  return html`<div class="what" part="error" role="alert">
    <p>${alertIcon}${words} ${draw('wait')}</p>
  </div>`;
}

function severityOfMessage({ role, status }: ChatMessage, error: ChatError | undefined): Severity | 'calm' {
  if (error) return severityOf(error.code);
  if (status === 'stopped' || status === 'complete') return 'calm';
  return role === 'assistant' && status === 'failed' ? 'danger' : 'caution';
}

/** Retry, edit and, for a question that was never sent, delete. */
function questionActions(message: ChatMessage, chat: Chat): unknown {
  const { state, asking } = chat;
  const strings = chat.strings.current;
  // No Retry where it cannot help: the text is too long, or a file is gone or unreadable.
  const isPointless = /^(?:too-large|unsupported-content|file-gone)$/.test(state.error?.code ?? '');
  return [
    isPointless
      ? nothing
      : renderAction(strings.retry, () => asking.resend(message), chat, asking.isTooEarly),
    renderAction(strings.edit, () => asking.edit(message), chat),
    message.status === 'failed' ? renderAction(strings.delete, () => asking.remove(message), chat) : nothing,
  ];
}

/** The buttons under an answer: continue, retry. */
function answerActions(chat: Chat): unknown {
  const { state, asking } = chat;
  const { isTooEarly } = asking;
  const strings = chat.strings.current;
  return [
    canContinue(state.messages)
      ? renderAction(strings.continue, () => asking.continue(), chat, isTooEarly)
      : nothing,
    isRetryable(state.messages)
      ? renderAction(strings.retry, () => asking.retry(), chat, isTooEarly)
      : nothing,
  ];
}

function renderAction(label: string, handle: () => void, chat: Chat, isBlocked = false): TemplateResult {
  return html`<button
    class="step"
    type="button"
    ?disabled=${chat.host.disabled || isBlocked}
    @click=${handle}
  >
    ${label}
  </button>`;
}
