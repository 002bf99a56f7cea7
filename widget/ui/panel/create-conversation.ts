import { conversationId } from '../../conversation/branches.ts';
import { Conversation } from '../../conversation/conversation.ts';
import type { ChatHost } from '../shell/chat-panel.ts';
import type { PageTabs } from '../tabs/page-tabs.ts';
import { createTransport } from './create-transport.ts';
import { openStore } from './open-store.ts';
import { addressOf, buildRequest } from './request-builder.ts';

/**
 * Makes the conversation of an element: asked, stored and limited as its settings say at each question.
 *
 * @param tabs what joins the other tabs of the site; undefined where each tab has a conversation of its own
 * @param verify passes the bot check and resolves with a token for one request
 */
export function createConversation(
  host: ChatHost,
  tabs: PageTabs | undefined,
  verify: (signal: AbortSignal) => Promise<string>,
): Conversation {
  const conversation = new Conversation({
    transport: createTransport(host, verify),
    buildRequest: (messages) => buildRequest(host, messages, conversationId(conversation.state)),
    address: () => addressOf(host),
    historyLimit: () => host.historyLimit,
    store: tabs?.sync ?? openStore(host),
    tabs: tabs?.sync,
  });
  return conversation;
}
