import { Feature } from '../../feature/feature.ts';

/** Why a turn failed, for the owner of the page: in the console, and in the chat on the owner's own machine. */
export const failureReason = new Feature({
  load: async () => (await import('./failure-reason.ts')).FailureReason,
  isOnlineOnly: true,
  isWanted: ({ state }) => state.error !== null,
  draw: { reason: (feature) => feature.render() },
});
