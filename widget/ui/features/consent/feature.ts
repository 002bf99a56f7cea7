import { Feature } from '../../feature/feature.ts';

/** The visitor's consent before the first message. Its line of the menu takes it back (`consent-menu.ts`). */
export const consent = new Feature({
  load: async () => (await import('./consent.ts')).Consent,
  isOnlineOnly: true,
  isWanted: ({ host }) => host.consent !== 'none',
  draw: { aboveComposer: (feature) => feature.render() },
});
