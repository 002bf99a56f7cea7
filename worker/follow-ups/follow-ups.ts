import type { AppContext, AppMiddleware } from '../ports.ts';
import { selectModel } from '../model/select-model.ts';
import { log } from '../log.ts';
import { askForFollowUps } from './ask-for-follow-ups.ts';

/** Formats whose clients are told of suggestions. */
const FORMATS: ReadonlySet<string> = new Set(['default', 'ui-message']);

/**
 * Asks the model after each answer for questions that the visitor may ask next, when `FOLLOW_UPS` is 1.
 *
 * @example
 * app.use('/api/*', followUps); // with FOLLOW_UPS = 1, `done` has suggestions: ['What does it cost?', …]
 */
export const followUps: AppMiddleware = async (c, next) => {
  if (c.env.FOLLOW_UPS === '1' && isTold(c)) {
    c.set('suggest', async (request, answer) => {
      const { provider, model } = selectModel(c.env);
      // It quotes documents, and knows no questions.
      if (provider === 'extractive') return {};
      try {
        const suggestions = await askForFollowUps(model, request, answer);
        return suggestions.length > 0 ? { suggestions } : {};
      } catch (error) {
        log('follow-ups-failed', { queryId: request.queryId, detail: String(error) });
        return {};
      }
    });
  }
  await next();
};

function isTold({ req }: AppContext): boolean {
  return req.method === 'POST' && req.path === '/api/chat' && FORMATS.has(req.query('format') ?? 'default');
}
