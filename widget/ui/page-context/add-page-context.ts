import type { JsonObject } from '../../protocol/json.ts';
import type { LazyFeature } from '../panel/lazy-feature.ts';
import type { ChatHost } from '../shell/chat-panel.ts';
import type { PageContext } from './page-context.ts';

/** Loads what reads the page, where `page-context` asks for it. Undefined also where its code does not come: the next question tries again. */
export async function loadPageContext(
  { pageContext }: ChatHost,
  feature: LazyFeature<PageContext>,
): Promise<PageContext | undefined> {
  return pageContext.length === 0 ? undefined : feature.load().catch(() => undefined);
}

/** The body of a request with what the page tells of itself. */
export async function addPageContext(
  host: ChatHost,
  feature: LazyFeature<PageContext>,
  body: JsonObject,
): Promise<JsonObject> {
  const context = await loadPageContext(host, feature);
  return context?.addTo(body) ?? body;
}
