import { Conversation } from '../../widget/conversation/conversation.ts';
import type { ConversationOptions } from '../../widget/conversation/conversation-options.ts';
import type { ConversationChange } from '../../widget/conversation/state.ts';
import { RecordStore } from '../../widget/conversation/record-store.ts';
import { type StorageLike, StorageWithMemory } from '../../widget/conversation/storage-with-memory.ts';
import { textOf } from '../../widget/protocol/chat-message.ts';
import { MapStorage } from './map-storage.ts';
import { ScriptedTransport } from './scripted-transport.ts';
import { REQUEST } from './streams.ts';

/** The store of the instance `shop`. */
export function storeIn(storage: StorageLike): RecordStore {
  return new RecordStore({ storage: new StorageWithMemory(() => storage), instance: 'shop' });
}

/** A conversation with its transport, its clock, and all changes that it has emitted. */
export class ConversationHarness {
  readonly transport = new ScriptedTransport();
  readonly changes: ConversationChange[] = [];
  readonly conversation: Conversation;
  now = 1_000;
  #ids = 0;

  constructor(options: Partial<ConversationOptions> = {}) {
    this.conversation = new Conversation({
      transport: () => this.transport,
      buildRequest: (messages) => ({ ...REQUEST, messages }),
      historyLimit: () => 20,
      now: () => this.now,
      createId: () => `id-${++this.#ids}`,
      store: storeIn(new MapStorage()),
      ...options,
    });
    this.conversation.subscribe((change) => this.changes.push(change));
  }

  get state(): Conversation['state'] {
    return this.conversation.state;
  }

  /** `role status text` of every message. */
  get transcript(): readonly string[] {
    return this.state.messages.map((message) => `${message.role} ${message.status} ${textOf(message)}`);
  }

  /** The types of all changes besides `state` and `delta`. */
  get changeTypes(): readonly string[] {
    return this.changes.map(({ type }) => type).filter((type) => type !== 'state' && type !== 'delta');
  }

  /** Asks a question that gets this whole answer. */
  async exchange(question: string, answer: string): Promise<void> {
    const sent = this.conversation.send(question);
    await this.transport.answer(answer);
    await sent;
  }
}

/** The first change of a type. */
export function changeOf<T extends ConversationChange['type']>(
  harness: ConversationHarness,
  type: T,
): Extract<ConversationChange, { type: T }> | undefined {
  const isWanted = (change: ConversationChange): change is Extract<ConversationChange, { type: T }> =>
    change.type === type;
  return harness.changes.find(isWanted);
}
