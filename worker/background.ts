import { log } from './log.ts';
import type { AppContext, Host } from './ports.ts';

/**
 * Finishes work also when the visitor has gone. Resolves with its result; with undefined, and an `event` in the log, if it
 * fails.
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

/** A request as the host of work. Outside of workerd, such as by `app.request`, it lives for as long as its work. */
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
