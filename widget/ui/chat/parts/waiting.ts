import { dots } from '../../base/icons.ts';
import { html, nothing, type TemplateResult } from '../../base/html.ts';
import { type ChatMessage, sourcesOf } from '../../../protocol/chat-message.ts';
import { formatCount } from '../../strings/format-count.ts';
import type { Strings } from '../../strings/strings.ts';

/**
 * Three dots while no text has arrived, with the number of pages found and, after five seconds (counted by the style sheet), a
 * line that the answer is still coming. Hidden from screen readers: the live region says the same.
 */
export function renderWaiting(message: ChatMessage, strings: Strings): TemplateResult {
  // A tool's own line shows its progress.
  const length = message.parts.some(({ type }) => type === 'tool') ? 0 : sourcesOf(message).length;
  return html`<span class="typing" part="typing" aria-hidden="true">
    ${dots}
    <span class="progress">
      <span class="early"
        >${length > 0 ? formatCount(strings.readingPages, length, strings.locale) : nothing}</span
      >
      <span class="late">${strings.stillWorking}</span>
    </span>
  </span>`;
}
