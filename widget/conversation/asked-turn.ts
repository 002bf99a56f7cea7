import { readNumber, readObject, readString } from '../protocol/json.ts';

/** A question of which no piece of an answer has come. */
export interface AskedTurn {
  /** A backend that knows keys answers it once, however often it is asked; absent: the backend knows none. */
  readonly key?: string;
  /** The id of the message that its answer becomes, in whichever tab. */
  readonly answerId: string;
  /** When it was asked, in milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Reads a stored turn; undefined when it is none.
 *
 * @example
 * readAskedTurn({ answerId: '4f1c9a…-answer', at: 0 }); // { answerId: '4f1c9a…-answer', at: 0 }
 * readAskedTurn({ answerId: '4f1c9a…-answer' }); // undefined
 */
export function readAskedTurn(value: unknown): AskedTurn | undefined {
  const turn = readObject(value);
  const [key, answerId, at] = [readString(turn['key']), readString(turn['answerId']), readNumber(turn['at'])];
  if (answerId === undefined || at === undefined) return undefined;
  return { at, answerId, ...(key !== undefined && { key }) };
}
