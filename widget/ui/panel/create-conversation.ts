import { conversationId } from '../../conversation/branches.ts';
import { Conversation } from '../../conversation/conversation.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { ChatHost } from '../element/chat-panel.ts';
import type { PageTabs } from '../features/tabs/page-tabs.ts';
import { createTransport } from '../asking/create-transport.ts';
import { openStore } from '../asking/open-store.ts';
import { addressOf, buildRequest } from '../asking/request-builder.ts';

/** The parts of the panel that a conversation needs. */
export interface ConversationParts {
  /** The other tabs of the site; undefined where each tab has a conversation of its own. */
  readonly tabs: PageTabs | undefined;
  /** Passes the bot check and resolves with a token for one request. */
  readonly verify: (signal: AbortSignal) => Promise<string>;
  /** Adds to the body of a request what `page-context` names: the page's address, its title, the selection. */
  readonly addContext: (body: JsonObject) => Promise<JsonObject>;
}

/** Makes the conversation of an element: asked, stored and limited as its settings say at each question. */
export function createConversation(
  host: ChatHost,
  { tabs, verify, addContext }: ConversationParts,
): Conversation {
  const conversation = new Conversation({
    transport: createTransport(host, verify),
    buildRequest: (messages) =>
      buildRequest(host, messages, { conversationId: conversationId(conversation.state), addContext }),
    address: () => addressOf(host),
    historyLimit: () => host.historyLimit,
    store: tabs?.sync ?? openStore(host),
    tabs: tabs?.sync,
  });
  return conversation;
}
