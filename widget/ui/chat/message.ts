import { html, type TemplateResult } from '../base/html.ts';
import type { ChatMessage } from '../../protocol/chat-message.ts';
import type { Chat } from '../feature/chat.ts';
import { renderFailure } from './failure-line.ts';
import { renderParts } from './parts/render-parts.ts';
import type { AnswerTextOptions } from './parts/text/answer-text.ts';
import { renderQuestionBody } from './question-body.ts';
import { speakerLabel } from '../base/speaker.ts';

/** The chat that messages belong to, and options for drawing them. */
export interface MessageView extends AnswerTextOptions {
  readonly chat: Chat;
  /** Id of the question that has room for its answer under it. */
  readonly askedId: string | undefined;
}

/** One message of the transcript. */
export function renderMessage(message: ChatMessage, view: MessageView): TemplateResult {
  const { chat, askedId } = view;
  return html`<li
    class="message ${message.role} ${message.status}"
    part="message message--${message.role}"
    data-id=${message.id}
    ?data-asked=${message.id === askedId}
  >
    <span class="visually-hidden">${speakerLabel(message, chat.strings.current)}</span>
    ${
      message.role === 'user'
        ? renderQuestion(message, chat)
        : html`${renderParts(message, { ...view, showTools: chat.host.showTools })}
          ${renderFoot(message, chat)}`
    }
  </li>`;
}

/** A question, with the failure line where it got no answer. */
export function renderQuestion(message: ChatMessage, chat: Chat): unknown {
  const box = chat.draw('question', message).find(Boolean);
  if (box) return box;
  return html`${renderQuestionBody(message, chat.strings)} ${chat.draw('underQuestion', message)}
  ${renderFailure(message, chat)} ${chat.draw('tools', message)}`;
}

/**
 * The row under an answer. It has its full height from the start of the answer, so that nothing moves when sources, a note and
 * controls appear at the end.
 */
function renderFoot(message: ChatMessage, chat: Chat): TemplateResult {
  return html`<div class="foot">
    ${renderFailure(message, chat)} ${chat.draw('tools', message)} ${chat.draw('underAnswer', message)}
  </div>`;
}
