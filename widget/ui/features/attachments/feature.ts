import { Feature } from '../../feature/feature.ts';

/** Files of a question: the button that adds them, and the list of those that were added. */
export const attachments = new Feature({
  load: async () => (await import('./attach.ts')).Attach,
  isOnlineOnly: true,
  isWanted: ({ host }) => host.attachments.length > 0,
  draw: {
    aboveComposer: (feature) => feature.renderFiles(),
    composer: (feature) => feature.renderButton(),
  },
});
