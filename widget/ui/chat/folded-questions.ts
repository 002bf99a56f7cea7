import { html, type TemplateResult } from '../base/html.ts';
import type { ChatMessage } from '../../protocol/chat-message.ts';
import type { Chat } from '../feature/chat.ts';
import { renderQuestion } from './message.ts';
import { alertIcon } from '../base/icons.ts';
import { formatCount } from '../strings/format-count.ts';

/** Unanswered questions of earlier turns as one line, which the visitor can open. */
export function renderFolded(messages: readonly ChatMessage[], chat: Chat): TemplateResult {
  const strings = chat.strings.current;
  return html`<li class="message user" part="message message--user">
    <details class="fold">
      <summary>${alertIcon} ${formatCount(strings.undelivered, messages.length, strings.locale)}</summary>
      ${messages.map((message) => html`<div>${renderQuestion(message, chat)}</div>`)}
    </details>
  </li>`;
}
