import { type MessageRecord, recordText } from '../../widget/conversation/message-record.ts';
import { recordKey } from '../../widget/conversation/storage-key.ts';
import type { ChatMessage } from '../../widget/protocol/chat-message.ts';

/** Where a conversation is stored. */
export interface StoredPlace {
  readonly instance?: string;
  readonly conversation?: string;
  /** The id of the message that the first one follows. */
  readonly parent?: string | undefined;
}

/** The stored texts, by key, of a conversation whose messages follow each other. It is not the one that is shown. */
export function storedConversation(
  messages: readonly ChatMessage[],
  { instance = 'default', conversation = 'stored', parent }: StoredPlace = {},
): Readonly<Record<string, string>> {
  const entries = messages.map((message, index) => {
    const record: MessageRecord = {
      message,
      parent: messages[index - 1]?.id ?? parent ?? null,
      attempt: 1,
      revision: 1,
    };
    return [recordKey(instance, `m:${conversation}:${message.id}`), recordText(record)] as const;
  });
  return Object.fromEntries(entries);
}

/** As {@link storedConversation}; it is the one that is shown. */
export function storedChat(
  messages: readonly ChatMessage[],
  place: StoredPlace = {},
): Readonly<Record<string, string>> {
  const { instance = 'default', conversation = 'stored' } = place;
  return { ...storedConversation(messages, place), [recordKey(instance, 'now')]: conversation };
}

/** Stores a conversation, which the next panel shows. */
export function storeChat(area: Storage, messages: readonly ChatMessage[], place?: StoredPlace): void {
  for (const [key, text] of Object.entries(storedChat(messages, place))) area.setItem(key, text);
}
