import { Conversation } from '../../conversation/conversation.ts';
import { openTranscriptStore, type TranscriptStore } from '../../conversation/persistence.ts';
import type { ChatHost } from '../element/chat-panel.ts';
import type { Chat } from '../feature/chat.ts';
import type { PageTabs } from '../features/tabs/page-tabs.ts';
import { createTransport } from './create-transport.ts';
import { passBotCheck, prepareRequest } from './gate.ts';
import { addressOf } from './request-builder.ts';

/**
 * Makes the conversation of a panel: asked, stored and limited as the element's settings say at each question.
 *
 * @param tabs the other tabs of the site; undefined where each tab has a conversation of its own
 * @param chat gives the panel, which is asked of at the first question
 */
export function createConversation(
  host: ChatHost,
  tabs: PageTabs | undefined,
  chat: () => Chat,
): Conversation {
  return new Conversation({
    transport: createTransport(host, (signal) => passBotCheck(chat(), signal)),
    buildRequest: (messages) => prepareRequest(chat(), messages),
    address: () => addressOf(host),
    historyLimit: () => host.historyLimit,
    store: tabs?.sync ?? openStore(host),
    tabs: tabs?.sync,
  });
}

function openStore({ persist, instance, storage }: ChatHost): TranscriptStore | undefined {
  return persist === 'none' ? undefined : openTranscriptStore(() => storage.kept, instance);
}
