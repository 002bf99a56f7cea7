import { attempt } from '../../conversation/attempt.ts';
import { hasStoredMessages } from '../../conversation/stored-turn.ts';
import { recordKey } from '../../conversation/storage-key.ts';
import { StorageWithMemory } from '../../conversation/storage-with-memory.ts';
import { parseJson, readNumber, readObject, readString } from '../../protocol/json.ts';
import type { ChatHost } from '../element/chat-host.ts';
import type { ReadingPlace } from './reading-place.ts';

/** Where the view is kept: at the end, with the last question at the top, or at a block of a message. */
export type ScrollTarget = 'end' | 'question' | ReadingPlace;

/** The reader's scroll state when the page was left. */
export interface StoredScroll {
  readonly target: ScrollTarget;
  /** Whether room for an answer is reserved under the last question. */
  readonly hasRoom: boolean;
}

/** Reads the scroll state that this tab has stored; undefined where there is none. */
export function readScroll({ instance, storage }: ChatHost): StoredScroll | undefined {
  const tab = new StorageWithMemory(() => storage.tab);
  const { target, hasRoom } = readObject(parseJson(tab.get(keyOf(instance)) ?? ''));
  const read = readTarget(target);
  return read && { target: read, hasRoom: hasRoom === true };
}

/** Stores the scroll state for this tab. Only if the transcript itself is stored: otherwise nothing may be stored. */
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
