import type { JsonObject } from '../../../protocol/json.ts';
import type { LazyFeature } from '../../base/lazy-feature.ts';
import type { ChatHost } from '../../element/chat-panel.ts';
import type { PageContext } from './page-context.ts';

/** Loads the code that reads the page, where `page-context` asks for it. Undefined also where it does not load: the next question tries again. */
export async function loadPageContext(
  { pageContext }: ChatHost,
  feature: LazyFeature<PageContext>,
): Promise<PageContext | undefined> {
  return pageContext.length === 0 ? undefined : feature.load().catch(() => undefined);
}

/** The body of a request with the facts about the page that `page-context` names. */
export async function addPageContext(
  host: ChatHost,
  feature: LazyFeature<PageContext>,
  body: JsonObject,
): Promise<JsonObject> {
  const context = await loadPageContext(host, feature);
  return context?.addTo(body) ?? body;
}
