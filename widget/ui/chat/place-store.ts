import { attempt } from '../../conversation/attempt.ts';
import { storageKey } from '../../conversation/storage-key.ts';
import { parseJson, readNumber, readObject, readString } from '../../protocol/json.ts';
import type { ChatHost } from '../element/chat-panel.ts';
import type { ReadingPlace } from './reading-place.ts';

/** The place that the view returns to: the end, the last question at the top, or a message. */
export type ScrollTarget = 'end' | 'question' | ReadingPlace;

/** Where a tab's reader was when the page was left. */
export interface StoredScroll {
  readonly target: ScrollTarget;
  /** There is room for an answer under the last question. */
  readonly hasRoom: boolean;
}

const RECORD_VERSION = 1;

/** Reads where the reader of this tab was; undefined when that is not known. */
export function readScroll({ instance, storage }: ChatHost): StoredScroll | undefined {
  const text = attempt(() => storage.tab.getItem(keyOf(instance)));
  const { version, target, hasRoom } = readObject(text ? parseJson(text) : undefined);
  const read = version === RECORD_VERSION ? readTarget(target) : undefined;
  return read && { target: read, hasRoom: hasRoom === true };
}

/** Remembers for this tab where the reader is: only beside a stored transcript, so that nothing else decides on storing. */
export function writeScroll({ instance, storage }: ChatHost, scroll: StoredScroll): void {
  attempt(() => {
    const isStored = storage.kept.getItem(storageKey(instance)) !== null;
    if (!isStored) storage.tab.removeItem(keyOf(instance));
    else storage.tab.setItem(keyOf(instance), JSON.stringify({ version: RECORD_VERSION, ...scroll }));
  });
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
  return storageKey(instance, 'scroll');
}
