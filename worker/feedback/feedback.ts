import { inBackground } from '../background.ts';
import type { AppMiddleware } from '../ports.ts';
import { storeGatewayLog } from './ratings.ts';

/**
 * Lets turns be rated where there is a database to keep ratings in.
 *
 * @example
 * app.use('/api/*', feedback); // with DB bound, `start` has links: { feedback: '/api/feedback' }
 */
export const feedback: AppMiddleware = async (c, next) => {
  const { DB } = c.env;
  if (DB)
    c.set('feedback', {
      link: '/api/feedback',
      onLogged(queryId, logId) {
        const kept = storeGatewayLog(DB, queryId, logId, c.env);
        void inBackground(c, kept, { event: 'gateway-log-failed', queryId });
      },
    });
  await next();
};
