import { Feature } from '../../feature/feature.ts';

/** The question for consent before the first message. `consent-menu.ts` has the menu line that withdraws it. */
export const consent = new Feature({
  load: async () => (await import('./consent.ts')).Consent,
  isOnlineOnly: true,
  isWanted: ({ host }) => host.consent !== 'none',
  draw: { aboveComposer: (feature) => feature.render() },
});
