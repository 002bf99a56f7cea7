import { html, type TemplateResult } from '../../../base/html.ts';
import { messageLanguage } from '../../message-language.ts';
import type { MessageView } from '../../message.ts';
import { type AnswerText, answerText } from './answer-text.ts';

/** A text of an answer. */
export function renderText(answer: AnswerText, view: MessageView): TemplateResult {
  const { words, handleLink } = view.chat;
  return html`<div
    class="markdown"
    part="message__body message__body--assistant"
    lang=${messageLanguage(answer.text, words.language)}
    @click=${handleLink}
    ${answerText(answer, view)}
  ></div>`;
}
