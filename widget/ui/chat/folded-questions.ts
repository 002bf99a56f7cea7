import { html, type TemplateResult } from '../base/html.ts';
import type { ChatMessage } from '../../protocol/chat-message.ts';
import { question, type MessageView } from './message.ts';
import { alertIcon } from '../base/icons.ts';
import { formatCount } from '../words/format-count.ts';

/** Questions of earlier turns that got no answer, as one line that opens. */
export function foldedQuestions(messages: readonly ChatMessage[], view: MessageView): TemplateResult {
  const { words } = view;
  return html`<li class="message user" part="message message--user">
    <details class="fold">
      <summary>${alertIcon} ${formatCount(words.undelivered, messages.length, words.locale)}</summary>
      ${messages.map((message) => html`<div>${question(message, view)}</div>`)}
    </details>
  </li>`;
}
