import { isAnswering } from '../../../conversation/state.ts';
import { Feature } from '../../feature/feature.ts';
import { isLimited } from './is-limited.ts';

/** How many questions the visitor may still ask, and when asking is possible again. */
export const limits = new Feature({
  load: async () => (await import('./limits.ts')).Limits,
  isOnlineOnly: true,
  isWanted: ({ state }) => !isAnswering(state) && isLimited(state),
  draw: {
    wait: (feature) => feature.renderWait(),
    hints: (feature) => feature.renderAllowance(),
  },
});
