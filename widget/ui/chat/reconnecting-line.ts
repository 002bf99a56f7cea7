import { html, nothing, type TemplateResult } from '../base/html.ts';
import type { ConversationState } from '../../conversation/state.ts';
import type { Words } from '../words/words.ts';

/** Says that the rest of an answer is on its way. It shows after a moment only: most connections are back before. */
export function reconnectingLine({
  state,
  words,
}: {
  readonly state: ConversationState;
  readonly words: Words;
}): TemplateResult | typeof nothing {
  if (!state.isReconnecting) return nothing;
  return html`<p class="reconnecting" role="status">${words.reconnecting}</p>`;
}
