import { log } from '../log.ts';
import type { AppMiddleware, Found, Retrieve, Search } from '../ports.ts';
import { searchInstance } from './ai-search.ts';
import { findRanked } from './find-ranked.ts';
import { rerankerOf, type Reranker } from './reranker.ts';

/**
 * Lets a turn search the AI Search instance bound as `SEARCH`, else the documents in the D1 database `DB`, if any.
 *
 * @example
 * app.use('/api/*', knowledge); // with DB or SEARCH bound: c.var.retrieve?.({ messages, … })
 */
export const knowledge: AppMiddleware = async (c, next) => {
  const { DB, SEARCH, LOCAL } = c.env;
  // Like Workers AI, AI Search never runs locally: its binding only throws there.
  if (SEARCH && LOCAL !== '1')
    c.set(
      'retrieve',
      guarded(async ({ messages }) => ({
        passages: await searchInstance(SEARCH, messages.at(-1)?.content ?? ''),
      })),
    );
  else if (DB)
    c.set(
      'retrieve',
      guarded(({ queryId, messages, isAdmitted }) =>
        findRanked(DB, messages.at(-1)?.content ?? '', {
          baseUrl: c.req.url,
          reranker: onceAdmitted(rerankerOf(c.env), isAdmitted),
          onRerankFailed: (error) => log('rerank-failed', { queryId, detail: String(error) }),
        }),
      ),
    );
  await next();
};

/** The search runs beside all that can refuse a turn; its reranker is paid, and waits. Nobody reads what is found for a refused turn. */
function onceAdmitted(reranker: Reranker | undefined, isAdmitted: Promise<boolean>): Reranker | undefined {
  if (!reranker) return undefined;
  return {
    minScore: reranker.minScore,
    score: async (question, texts) =>
      (await isAdmitted) ? reranker.score(question, texts) : texts.map(() => 0),
  };
}

/** D1 takes no signal: a search that hangs would outlive the turn. */
function guarded(find: (search: Search) => Promise<Found | null>): Retrieve {
  return async (search) => {
    const { signal, queryId } = search;
    // An aborted signal never fires again: a visitor who left before the search would wait for a hanging one for ever.
    if (signal.aborted) return null;
    const aborted = new Promise<null>((resolve) => {
      signal.addEventListener('abort', () => resolve(null), { once: true });
    });
    try {
      return await Promise.race([find(search), aborted]);
    } catch (error) {
      // A chat without its documents is worth more to the visitor than no chat.
      log('retrieval-failed', { queryId, detail: String(error) });
      return undefined;
    }
  };
}
