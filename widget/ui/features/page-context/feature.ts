import type { JsonObject } from '../../../protocol/json.ts';
import type { Chat } from '../../feature/chat.ts';
import { Feature } from '../../feature/feature.ts';

/**
 * Facts about the page that are sent with a question. Loaded before the first drawing, because focus in the chat ends the
 * page's selection.
 */
export const pageContext = new Feature({
  load: async () => (await import('./page-context.ts')).PageContext,
  isOnlineOnly: true,
  // If the code does not load, the next question tries again.
  prepare: (lazy, { host }) => host.pageContext.length > 0 && lazy.load().catch(() => undefined),
});

/** Adds the facts about the page that `page-context` names to the body of a request. */
export async function addPageContext(chat: Chat, body: JsonObject): Promise<JsonObject> {
  await pageContext.prepare(chat);
  return chat.host.pageContext.length > 0 ? (pageContext.of(chat).current?.addTo(body) ?? body) : body;
}
