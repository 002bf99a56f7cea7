import type { ObjectNamespace } from '../env.ts';

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 50;

/** Asks one Durable Object; resolves with undefined where there are none. */
export type ObjectClient<Answer, Body> = (method: string, body: Body) => Promise<Answer | undefined>;

/**
 * A client of the object with that name. A request may be sent several times: a stub breaks when its object restarts,
 * and the next one reaches it.
 *
 * @example
 * const ask = clientOf<{ remaining: number }, { id: string }>(c.env.QUOTA, 'visitor 7');
 * await ask('reserve', { id: 'q_1' }); // POST https://object/reserve {"id":"q_1"} -> { remaining: 39 }
 */
export function clientOf<Answer, Body extends object>(
  namespace: ObjectNamespace | undefined,
  name: string,
  headers: Readonly<Record<string, string>> = {},
): ObjectClient<Answer, Body> {
  return async (method, body) => {
    if (namespace === undefined) return undefined;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const init = { method: 'POST', headers, body: JSON.stringify(body) };
        // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
        const answer = await namespace.getByName(name).fetch(`https://object/${method}`, init);
        // oxlint-disable-next-line no-await-in-loop
        return (await answer.json()) as Answer;
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
        // oxlint-disable-next-line no-await-in-loop
        await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** attempt));
      }
    }
  };
}
