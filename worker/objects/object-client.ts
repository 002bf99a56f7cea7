import type { ObjectNamespace } from '../env.ts';
import { pause } from '../timer.ts';

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 50;

/** Sends a request to one Durable Object. Resolves with undefined where the binding is not there. */
export type ObjectClient<Answer, Body> = (method: string, body: Body) => Promise<Answer | undefined>;

/**
 * A client of the Durable Object with this name. It may send a request several times.
 *
 * @example
 * const ask = clientOf<{ remaining: number }, { id: string }>(c.env.QUOTA, 'visitor 7');
 * await ask('reserve', { id: 'q_1' }); // POST https://object/reserve {"id":"q_1"} -> { remaining: 39 }
 */
export function clientOf<Answer, Body extends object>(
  namespace: ObjectNamespace | undefined,
  name: string,
): ObjectClient<Answer, Body> {
  return async (method, body) => {
    if (namespace === undefined) return undefined;
    return retry(async () => {
      const init = { method: 'POST', body: JSON.stringify(body) };
      const answer = await namespace.getByName(name).fetch(`https://object/${method}`, init);
      return (await answer.json()) as Answer;
    });
  };
}

/**
 * Makes an attempt again when it fails, four times in all: once a Durable Object has restarted, the stub that was used before
 * only fails, and a new stub works. Rejects with the last error.
 */
export async function retry<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      return await attempt();
    } catch (error) {
      if (count === ATTEMPTS) throw error;
      // oxlint-disable-next-line no-await-in-loop
      await pause(FIRST_PAUSE_MS * 2 ** count);
    }
  }
}
