import type { FrameEvent } from './frame.ts';
import { type JsonObject, readString } from '../json.ts';

/** A vendor's frames by the name in each frame, with the function that reads it. */
export type FrameTable = Readonly<Record<string, (json: JsonObject) => readonly FrameEvent[]>>;

/**
 * The events of a frame whose name is in a table; undefined for any other name.
 *
 * @example
 * const table: FrameTable = { finish: () => [{ type: 'end' }] };
 * readByName(table, 'finish', {}); // [{ type: 'end' }]
 * readByName(table, 'toString', {}); // undefined
 */
export function readByName(
  table: FrameTable,
  name: unknown,
  json: JsonObject,
): readonly FrameEvent[] | undefined {
  const key = readString(name) ?? '';
  return Object.hasOwn(table, key) ? table[key]?.(json) : undefined;
}
