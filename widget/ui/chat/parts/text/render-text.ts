import { followNote } from '../../../../markdown/note-links.ts';
import { html, type TemplateResult } from '../../../base/html.ts';
import { textLanguage } from '../../../base/text-language.ts';
import { type AnswerText, type AnswerTextOptions, answerText } from './answer-text.ts';

/** A text of an answer. */
export function renderText(answer: AnswerText, options: AnswerTextOptions): TemplateResult {
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
