import type { AppMiddleware } from '../ports.ts';
import { searchInstance } from './ai-search.ts';
import { searchDatabase } from './d1-knowledge.ts';

/**
 * Lets a turn search the AI Search instance bound as `SEARCH`, else the documents in the D1 database `DB`, if any.
 *
 * @example
 * app.use('/api/*', knowledge); // with DB or SEARCH bound: c.var.retrieve?.('free returns')
 */
export const knowledge: AppMiddleware = async (c, next) => {
  const { DB, SEARCH, LOCAL } = c.env;
  // Like Workers AI, AI Search never runs locally: its binding only throws there.
  if (SEARCH && LOCAL !== '1') c.set('retrieve', (question) => searchInstance(SEARCH, question));
  else if (DB) c.set('retrieve', (question) => searchDatabase(DB, question, c.req.url));
  await next();
};
