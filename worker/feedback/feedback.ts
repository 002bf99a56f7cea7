import { inBackground } from '../background.ts';
import type { Feature } from '../ports.ts';
import { storeGatewayLog } from './ratings.ts';

/** Lets turns be rated where there is a database to keep ratings in: `start` then has links: { feedback: '/api/feedback' }. */
export const feedback: Feature = ({ env, waitUntil }) => {
  const { DB } = env;
  if (!DB) return {};
  return {
    feedback: {
      link: '/api/feedback',
      onLogged(queryId, logId) {
        const kept = storeGatewayLog(DB, queryId, logId, env);
        void inBackground({ waitUntil }, kept, { event: 'gateway-log-failed', queryId });
      },
    },
  };
};
