import { Feature } from '../../feature/feature.ts';
import { hasFollowUps } from './has-follow-ups.ts';

/** Questions that the backend suggests after an answer. */
export const followUps = new Feature({
  load: async () => (await import('./follow-ups.ts')).FollowUps,
  isOnlineOnly: true,
  isWanted: ({ state }) => hasFollowUps(state),
  draw: { underAnswer: (feature, message) => feature.render(message) },
});
