import { html, nothing, type TemplateResult } from '../base/html.ts';
import { type ChatMessage, type SourcePart, textOf } from '../../protocol/chat-message.ts';
import { failureLine, type FailureView } from './failure-line.ts';
import { answerMarkdown, type AnswerView } from './answer-markdown.ts';
import { messageLanguage } from './message-language.ts';
import { questionBody } from './question-body.ts';
import { speaker } from '../base/speaker.ts';
import { thoughtsLine } from './thoughts.ts';
import { waitingLine } from './waiting.ts';

/** The content of messages, and the handlers of their controls. */
export interface MessageView extends AnswerView, FailureView {
  /** Language of the page around the chat (a BCP 47 tag). */
  readonly language: string;
  /** A question as a text box while it is edited; nothing at any other time. */
  readonly drawEdit: (message: ChatMessage) => TemplateResult | undefined;
  /** The message with room under it for an answer. */
  readonly askedId: string | undefined;
  /** The way to a human, under a question that asks for it. */
  readonly drawContact: (message: ChatMessage) => unknown;
  /** The controls of a message, and the forms and lists under an answer; nothing until their code is here. */
  readonly drawActions: (message: ChatMessage) => unknown;
  readonly drawBelow: (message: ChatMessage) => unknown;
  /** A link is about to be followed; `source` is the one it belongs to, if it is not a link of the text. */
  readonly handleLink: (event: MouseEvent, source?: SourcePart) => void;
}

/** One message of the transcript. */
export function messageTemplate(message: ChatMessage, view: MessageView): TemplateResult {
  const { words } = view;
  return html`<li
    class="message ${message.role} ${message.status}"
    part="message message--${message.role}"
    data-id=${message.id}
    ?data-asked=${message.id === view.askedId}
  >
    <span class="visually-hidden">${speaker(message, words)}</span>
    ${
      message.role === 'user'
        ? question(message, view)
        : html`${answerBody(message, view)} ${answerFoot(message, view)}`
    }
  </li>`;
}

/** A question, and its failure where it got no answer. */
export function question(message: ChatMessage, view: MessageView): TemplateResult {
  const box = view.drawEdit(message);
  if (box) return box;
  return html`${questionBody(message, view)} ${view.drawContact(message)} ${failureLine(message, view)}
  ${view.drawActions(message)}`;
}

function answerBody(message: ChatMessage, view: MessageView): TemplateResult {
  const isEmpty = message.status === 'streaming' && textOf(message) === '';
  const thoughts = thoughtsLine(message, isEmpty, view.words);
  return html`${thoughts}
    <div
      class="markdown"
      part="message__body message__body--assistant"
      lang=${messageLanguage(textOf(message), view.language)}
      @click=${view.handleLink}
      ${answerMarkdown(message, view)}
    ></div>
    ${isEmpty && thoughts === nothing ? waitingLine(message, view.words) : nothing}`;
}

/**
 * The row under an answer. It has its height from the start of the answer: nothing moves when sources, a note and controls
 * come at the end.
 */
function answerFoot(message: ChatMessage, view: MessageView): TemplateResult {
  return html`<div class="foot">
    ${failureLine(message, view)} ${view.drawActions(message)} ${view.drawBelow(message)}
  </div>`;
}
