import { dropUndefined, readNumber, readObject, readString } from '../protocol/json.ts';

/** A question of which no piece of an answer has come. */
export interface AskedTurn {
  /** A backend that knows keys answers it once, however often it is asked; absent: the backend knows none. */
  readonly key?: string;
  /** The id of the message that its answer becomes, in whichever tab. Until release 0.2.0 each tab chose one. */
  readonly answerId?: string;
  /** When it was asked, in milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Reads a stored turn; undefined when it is none.
 *
 * @example
 * readAskedTurn({ key: '4f1c9a…', at: 0 }); // { key: '4f1c9a…', at: 0 }
 * readAskedTurn({ key: '4f1c9a…' }); // undefined
 */
export function readAskedTurn(value: unknown): AskedTurn | undefined {
  const { key, answerId, at } = readObject(value);
  const time = readNumber(at);
  if (time === undefined) return undefined;
  return { at: time, ...dropUndefined({ key: readString(key), answerId: readString(answerId) }) };
}
