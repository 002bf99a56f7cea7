import { Conversation } from '../../conversation/conversation.ts';
import { readEndpoint } from '../../protocol/endpoint.ts';
import type { ChatHost } from '../element/chat-host.ts';
import type { Chat } from '../feature/chat.ts';
import { createTransport } from './create-transport.ts';
import { passBotCheck, prepareRequest } from './gate.ts';
import type { Stores } from './open-stores.ts';
import { addressOf } from './request-builder.ts';

/**
 * Makes the conversation of a panel: asked, stored and limited as the element's settings say at each question.
 *
 * @param chat gives the panel, which is asked of at the first question
 */
export function createConversation(
  host: ChatHost,
  { store, drafts, threads, tabs }: Stores,
  chat: () => Chat,
): Conversation {
  const transport = createTransport(host, (signal) => passBotCheck(chat(), signal));
  return new Conversation({
    transport,
    knowsKeys() {
      const endpoint = readEndpoint(host.endpoint, document.baseURI, host.requestFormat);
      return (endpoint && transport().knowsKeys?.(endpoint.href)) ?? false;
    },
    buildRequest: (messages) => prepareRequest(chat(), messages),
    address: () => addressOf(host),
    historyLimit: () => host.historyLimit,
    store: tabs?.sync ?? store,
    drafts,
    threads,
    tabs: tabs?.sync,
  });
}
