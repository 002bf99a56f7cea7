import { parseJson, readList, readObject, readString } from '../../protocol/json.ts';
import { attempt } from '../attempt.ts';
import { createId } from '../create-id.ts';
import type { StorageLike } from '../persistence.ts';
import { storageKey } from '../storage-key.ts';

/** What waits to be sent. */
export interface QueueRecord {
  /** Texts for after the answer, in their order. */
  readonly texts: readonly string[];
  /** The id of the conversation that they belong to. */
  readonly conversation?: string | undefined;
  /** The id of the question that waits for the network. */
  readonly waiting?: string | undefined;
}

/** Stores what waits. No method throws. */
export interface QueueStore {
  /** Takes over what queues have left that are gone: those of the page before this one, and of chats that were removed. */
  load(): QueueRecord;
  save(record: QueueRecord): void;
  /** Leaves what is stored to the next queue. */
  close(): void;
}

/** What one queue has stored. */
interface OwnedRecord extends QueueRecord {
  readonly owner: string | undefined;
}

/** The queues of this page. Nobody else sends what they have stored. */
const OPEN = new Set<string>();

/**
 * Keeps what waits in the storage of the tab that it was typed in, so that no other tab sends it as well, and under the name
 * of its queue, so that no other chat of the page does. `area` may throw, as `sessionStorage` does in a sandbox: then it lives
 * as long as the page.
 */
export function openQueueStore(area: () => StorageLike, instance: string): QueueStore {
  const key = storageKey(instance, 'queue');
  const owner = createId();
  const read = (): readonly OwnedRecord[] => attempt(() => parseRecords(area().getItem(key))) ?? [];
  const write = (records: readonly OwnedRecord[]): void => {
    const queues = records.filter(({ texts, waiting }) => texts.length > 0 || waiting !== undefined);
    attempt(() =>
      queues.length === 0
        ? area().removeItem(key)
        : area().setItem(key, JSON.stringify({ version: 1, queues })),
    );
  };
  OPEN.add(owner);
  return {
    load() {
      const records = read();
      const left = records.filter((record) => !isHeld(record));
      const joined = join(left);
      if (left.length > 0) write([...records.filter(isHeld), { ...joined, owner }]);
      return joined;
    },
    save(record) {
      const others = read().filter((other) => other.owner !== owner);
      write([...others, { ...record, owner }]);
    },
    close: () => void OPEN.delete(owner),
  };
}

function isHeld({ owner }: OwnedRecord): boolean {
  return OPEN.has(owner ?? '');
}

function join(records: readonly QueueRecord[]): QueueRecord {
  return {
    texts: records.flatMap(({ texts }) => texts),
    conversation: records.find(({ conversation }) => conversation)?.conversation,
    waiting: records.find(({ waiting }) => waiting)?.waiting,
  };
}

function parseRecords(text: string | null): readonly OwnedRecord[] {
  const stored = readObject(parseJson(text ?? ''));
  if (stored['version'] !== 1) return [];
  // Until release 0.2.0 there was one queue, the record itself.
  const queues = 'queues' in stored ? readList(stored['queues']) : [stored];
  return queues.map((value) => {
    const { owner, texts, conversation, waiting } = readObject(value);
    return {
      owner: readString(owner),
      texts: readList(texts).filter((entry) => typeof entry === 'string'),
      conversation: readString(conversation),
      waiting: readString(waiting),
    };
  });
}
