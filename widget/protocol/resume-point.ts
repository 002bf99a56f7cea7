import { dropUndefined, readNumber, readObject, readString } from './json.ts';

/** Where to get the rest of an answer after its connection broke or the page was left. Plain JSON, can be stored. */
export interface ResumePoint {
  /** An address on the endpoint's origin. */
  readonly url: string;
  /** Address for a POST when the visitor does not want the rest. */
  readonly stopUrl?: string;
  readonly queryId?: string;
  /** Number of events received, for a backend that continues after them. */
  readonly after?: number;
  /** Characters received, for a backend that repeats the answer from its start. */
  readonly repeated?: { readonly text: number; readonly reasoning: number };
  /** When the last event came, in milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Reads a stored point; undefined when the value is not one.
 *
 * @example
 * readResumePoint({ url: 'https://a.example/api/chat/q_1', after: 7, at: 0 });
 * // { url: 'https://a.example/api/chat/q_1', after: 7, at: 0 }
 * readResumePoint({ after: 7 }); // undefined: no address
 */
export function readResumePoint(value: unknown): ResumePoint | undefined {
  const { url, stopUrl, queryId, after, repeated, at } = readObject(value);
  const { text, reasoning } = readObject(repeated);
  if (typeof url !== 'string' || typeof at !== 'number') return undefined;
  return dropUndefined<ResumePoint>({
    url,
    stopUrl: readString(stopUrl),
    queryId: readString(queryId),
    after: readNumber(after),
    repeated: repeated ? { text: readNumber(text) ?? 0, reasoning: readNumber(reasoning) ?? 0 } : undefined,
    at,
  });
}
