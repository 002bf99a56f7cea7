import { html, nothing, type TemplateResult } from 'lit/html.js';
import { type ChatMessage, type SourcePart, textOf } from '../../protocol/chat-message.ts';
import type { Words } from '../words/words.ts';
import { answerMarkdown, type AnswerView } from './answer-markdown.ts';
import { sourceList } from './source-list.ts';

/** What messages are drawn with, and the handlers of their controls. */
export interface MessageView extends AnswerView {
  readonly words: Words;
  /** The thumbs under an answer; nothing until their code is here. */
  readonly drawRating: (message: ChatMessage) => unknown;
  /** A link is about to be followed; `source` is the one it belongs to, if it is not a link of the text. */
  readonly handleLink: (event: MouseEvent, source?: SourcePart) => void;
}

/** One message of the transcript. */
export function messageTemplate(message: ChatMessage, view: MessageView): TemplateResult {
  const { words } = view;
  return html`<li class="message ${message.role} ${message.status}" part="message message--${message.role}">
    <span class="visually-hidden">${message.role === 'user' ? words.youSaid : words.assistantSaid}</span>
    ${
      message.role === 'user'
        ? html`${questionBody(message)} ${statusNote(message, words)}`
        : html`${answerBody(message, view)} ${answerFoot(message, view)}`
    }
  </li>`;
}

function questionBody(message: ChatMessage): TemplateResult {
  return html`<div class="bubble" part="message__body message__body--user" dir="auto">
    ${textOf(message)}
  </div>`;
}

function answerBody(message: ChatMessage, view: MessageView): TemplateResult {
  const isEmpty = message.status === 'streaming' && textOf(message) === '';
  return html`<div
      class="markdown"
      part="message__body message__body--assistant"
      @click=${view.handleLink}
      ${answerMarkdown(message, view)}
    ></div>
    ${isEmpty ? typingIndicator() : nothing}`;
}

/**
 * The row under an answer. It has its height from the start of the answer: nothing moves when sources, a note and controls
 * come at the end.
 */
function answerFoot(message: ChatMessage, view: MessageView): TemplateResult {
  return html`<div class="foot">
    ${message.status === 'streaming' ? nothing : sourceList(message, view)} ${statusNote(message, view.words)}
    ${view.drawRating(message)}
  </div>`;
}

/** Three dots while no text has arrived; decoration, as the live region says the same in words. */
export function typingIndicator(): TemplateResult {
  return html`<span class="typing" aria-hidden="true"><i></i><i></i><i></i></span>`;
}

function statusNote(message: ChatMessage, words: Words): TemplateResult | typeof nothing {
  const note = {
    stopped: words.stopped,
    truncated: words.truncated,
    failed: message.role === 'user' ? words.unsent : words.truncated,
    complete: '',
    streaming: '',
  }[message.status];
  return note ? html`<p class="note">${note}</p>` : nothing;
}
