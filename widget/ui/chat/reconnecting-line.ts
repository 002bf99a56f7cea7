import { html, nothing, type TemplateResult } from '../base/html.ts';
import type { Chat } from '../feature/chat.ts';

/** Says that the rest of an answer is on its way. It shows after a moment only: most connections are back before. */
export function renderReconnecting({
  state,
  strings,
}: Pick<Chat, 'state' | 'strings'>): TemplateResult | typeof nothing {
  if (!state.isReconnecting) return nothing;
  return html`<p class="reconnecting" role="status">${strings.current.reconnecting}</p>`;
}
