import { log } from './log.ts';
import type { AppContext } from './ports.ts';

/**
 * Finishes work also when the visitor has gone. Resolves with its result; with undefined, and an `event` in the log, if it
 * fails.
 */
export async function inBackground<T>(
  { executionCtx }: AppContext,
  work: Promise<T>,
  { event, queryId }: { readonly event: string; readonly queryId: string },
): Promise<T | undefined> {
  const done = work.catch((error: unknown) => {
    log(event, { queryId, detail: String(error) });
    return undefined;
  });
  executionCtx.waitUntil(done);
  return done;
}
