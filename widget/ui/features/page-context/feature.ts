import type { JsonObject } from '../../../protocol/json.ts';
import type { Chat } from '../../feature/chat.ts';
import { Feature } from '../../feature/feature.ts';

/** Facts about the page that go with a question. The selection is read before the first drawing: focus in the chat ends it. */
export const pageContext = new Feature({
  load: async () => (await import('./page-context.ts')).PageContext,
  isOnlineOnly: true,
  // Where its code does not come, the next question tries again.
  prepare: (lazy, { host }) => host.pageContext.length > 0 && lazy.load().catch(() => undefined),
});

/** The body of a request with the facts about the page that `page-context` names. */
export async function addPageContext(chat: Chat, body: JsonObject): Promise<JsonObject> {
  await pageContext.prepare(chat);
  return chat.host.pageContext.length > 0 ? (pageContext.of(chat).current?.addTo(body) ?? body) : body;
}
