import { Conversation } from '../../conversation/conversation.ts';
import { createId } from '../../conversation/create-id.ts';
import { PageLock } from '../../conversation/turn-lock.ts';
import { storageKey } from '../../conversation/storage-key.ts';
import { readEndpoint } from '../../protocol/endpoint.ts';
import { isSocketUrl } from '../../protocol/transport.ts';
import { SYSTEM_CLOCK } from '../../transport/clock.ts';
import type { ChatHost } from '../element/chat-host.ts';
import type { Chat } from '../feature/chat.ts';
import { fill } from '../strings/strings.ts';
import { createTransport } from './create-transport.ts';
import { interruption } from '../features/interrupts/feature.ts';
import { passBotCheck, prepareRequest } from './gate.ts';
import type { Stores } from './open-stores.ts';
import { addressOf } from './request-builder.ts';

/**
 * Creates the conversation of a panel. Transport, storage and limits follow the element's settings at the time of each question.
 *
 * @param chat returns the panel; first called at the first question
 */
export function createConversation(
  host: ChatHost,
  { store, drafts }: Stores,
  chat: () => Chat,
): Conversation {
  const transport = createTransport(
    host,
    (signal) => passBotCheck(chat(), signal),
    (text) => fill(chat().strings.current.noResults, { text }),
  );
  const { after, now } = SYSTEM_CLOCK;
  const isShared = host.persist === 'local';
  const conversation: Conversation = new Conversation({
    transport,
    knowsKeys: () => knowsKeys(host, transport),
    buildRequest: (messages, signal, turn) => prepareRequest(chat(), messages, { ...turn, signal }),
    interruption: (answer) => interruption(chat(), answer),
    address: () => addressOf(host),
    historyLimit: () => host.historyLimit,
    keepsEarlier: () => host.history !== 'off',
    store,
    drafts,
    // Without shared storage, each tab has a conversation of its own, so tabs do not wait for each other.
    ...(isShared ? {} : { firstId: createId() }),
    lock: new PageLock({
      name: () => storageKey(host.instance, `turn:${conversation.state.id}`),
      locks: host.persist === 'none' ? undefined : navigator.locks,
      isShared,
      lastHeard: () => conversation.lastHeard,
      now,
      after,
    }),
    network: { isOnline: () => navigator.onLine },
    now,
    after,
    createId,
    drawn: () => host.updateComplete,
    // A queued question must not scroll: the reader may still read the answer before it.
    handleNext: () => chat().scroll.stay(),
  });
  return conversation;
}

/** Whether the backend knows the key of a question. With our own request format the key is in the body. */
function knowsKeys(host: ChatHost, transport: ReturnType<typeof createTransport>): boolean {
  const endpoint = readEndpoint(host.endpoint, document.baseURI, host.requestFormat);
  if (!endpoint) return false;
  const hasKeyInBody = !host.transport && !isSocketUrl(endpoint.href) && host.requestFormat === 'messages';
  return hasKeyInBody || (transport().knowsKeys?.(endpoint.href) ?? false);
}
