import { readNumber, readObject, readString } from '../protocol/json.ts';

/** A turn that may be asked for again: the backend answers it once. */
export interface AskedTurn {
  readonly key: string;
  /** When it was asked, in milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Reads a stored turn; undefined when it is none.
 *
 * @example
 * readAskedTurn({ key: '4f1c9a…', at: 0 }); // { key: '4f1c9a…', at: 0 }
 * readAskedTurn({ at: 0 }); // undefined
 */
export function readAskedTurn(value: unknown): AskedTurn | undefined {
  const { key, at } = readObject(value);
  const [name, time] = [readString(key), readNumber(at)];
  return name && time !== undefined ? { key: name, at: time } : undefined;
}
