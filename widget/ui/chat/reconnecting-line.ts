import { html, nothing, type TemplateResult } from '../base/html.ts';
import type { Chat } from '../feature/chat.ts';

/**
 * A line that the connection broke and the answer will continue. The style sheet delays it: most connections are back before.
 */
export function renderReconnecting({
  state,
  strings,
}: Pick<Chat, 'state' | 'strings'>): TemplateResult | typeof nothing {
  if (!state.isReconnecting) return nothing;
  return html`<p class="reconnecting" role="status">${strings.current.reconnecting}</p>`;
}
