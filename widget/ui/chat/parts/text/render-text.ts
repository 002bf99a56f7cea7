import { followNote } from '../../../../markdown/note-links.ts';
import { html, type TemplateResult } from '../../../base/html.ts';
import { textLanguage } from '../../../base/text-language.ts';
import { type AnswerTextPart, type AnswerTextOptions, answerText } from './answer-text.ts';

/** Draws a text of an answer. */
export function renderText(answer: AnswerTextPart, options: AnswerTextOptions): TemplateResult {
  const { strings, handleLink } = options.chat;
  const handleClick = (event: MouseEvent): unknown => followNote(event) || handleLink(event);
  return html`<div
    class="markdown"
    part="message__body message__body--assistant"
    lang=${textLanguage(answer.text, strings.language)}
    @click=${handleClick}
    ${answerText(answer, options)}
  ></div>`;
}
