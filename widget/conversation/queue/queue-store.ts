import { parseJson, readList, readObject, readString } from '../../protocol/json.ts';
import { attempt } from '../attempt.ts';
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

/** Stores what waits. Neither method throws. */
export interface QueueStore {
  load(): QueueRecord;
  save(record: QueueRecord): void;
}

const NOTHING: QueueRecord = { texts: [] };

/**
 * Keeps what waits in the storage of the tab that it was typed in, so that no other tab sends it as well. `area` may throw, as
 * `sessionStorage` does in a sandbox: then it lives as long as the page.
 */
export function openQueueStore(area: () => StorageLike, instance: string): QueueStore {
  const key = storageKey(instance, 'queue');
  return {
    load: () => attempt(() => parseRecord(area().getItem(key))) ?? NOTHING,
    save(record) {
      const isEmpty = record.texts.length === 0 && record.waiting === undefined;
      attempt(() =>
        isEmpty ? area().removeItem(key) : area().setItem(key, JSON.stringify({ ...record, version: 1 })),
      );
    },
  };
}

function parseRecord(text: string | null): QueueRecord {
  const { version, texts, conversation, waiting } = readObject(parseJson(text ?? ''));
  if (version !== 1) return NOTHING;
  return {
    texts: readList(texts).filter((entry) => typeof entry === 'string'),
    conversation: readString(conversation),
    waiting: readString(waiting),
  };
}
