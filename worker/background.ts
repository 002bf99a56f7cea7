import { log } from './log.ts';
import type { AppContext, Host } from './ports.ts';

/**
 * Lets work finish even if the visitor has left. Resolves with its result. Where the work fails, logs `event` and resolves with
 * undefined.
 */
export async function inBackground<T>(
  { waitUntil }: Pick<Host, 'waitUntil'>,
  work: Promise<T>,
  { event, queryId }: { readonly event: string; readonly queryId: string },
): Promise<T | undefined> {
  const done = work.catch((error: unknown) => {
    log(event, { queryId, detail: String(error) });
    return undefined;
  });
  waitUntil(done);
  return done;
}

/**
 * The host of a turn that runs within a request. Outside of workerd, as in tests with `app.request`, there is no `waitUntil`, and
 * nothing would end the work.
 */
export function hostOf(c: AppContext): Host {
  const waitUntil: Host['waitUntil'] = (work) => {
    try {
      c.executionCtx.waitUntil(work);
    } catch {
      void work;
    }
  };
  return { env: c.env, waitUntil };
}
