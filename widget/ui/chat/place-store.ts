import { attempt } from '../../conversation/attempt.ts';
import { hasStoredMessages } from '../../conversation/stored-turn.ts';
import { recordKey } from '../../conversation/storage-key.ts';
import { StorageWithMemory } from '../../conversation/storage-with-memory.ts';
import { parseJson, readNumber, readObject, readString } from '../../protocol/json.ts';
import type { ChatHost } from '../element/chat-host.ts';
import type { ReadingPlace } from './reading-place.ts';

/** The place that the view returns to: the end, the last question at the top, or a message. */
export type ScrollTarget = 'end' | 'question' | ReadingPlace;

/** Where a tab's reader was when the page was left. */
export interface StoredScroll {
  readonly target: ScrollTarget;
  /** There is room for an answer under the last question. */
  readonly hasRoom: boolean;
}

/** Reads where the reader of this tab was; undefined when that is not known. */
export function readScroll({ instance, storage }: ChatHost): StoredScroll | undefined {
  const tab = new StorageWithMemory(() => storage.tab);
  const { target, hasRoom } = readObject(parseJson(tab.get(keyOf(instance)) ?? ''));
  const read = readTarget(target);
  return read && { target: read, hasRoom: hasRoom === true };
}

/** Remembers for this tab where the reader is: only beside a stored transcript, so that nothing else decides on storing. */
export function writeScroll({ instance, storage }: ChatHost, scroll: StoredScroll): void {
  const tab = new StorageWithMemory(() => storage.tab);
  if (!attempt(() => hasStoredMessages(storage.kept, instance))) tab.remove(keyOf(instance));
  else tab.store(keyOf(instance), JSON.stringify(scroll));
}

function readTarget(value: unknown): ScrollTarget | undefined {
  if (value === 'end' || value === 'question') return value;
  const place = readObject(value);
  const messageId = readString(place['messageId']);
  const [block, offset] = [readNumber(place['block']), readNumber(place['offset'])];
  if (messageId === undefined || block === undefined || offset === undefined) return undefined;
  return { messageId, block, offset };
}

function keyOf(instance: string): string {
  return recordKey(instance, 'scroll');
}
