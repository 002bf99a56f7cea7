import { Feature } from '../../feature/feature.ts';
import { renderContactLink, renderOffer } from './contact-link.ts';

/** The way to a human: a step after a failure, an offer to visitors who ask for one or whose question has no answer, and a line of the menu (`contact-menu.ts`). */
export const contact = new Feature({
  load: async () => (await import('./contact.ts')).Contact,
  isOnlineOnly: true,
  // Loaded while the visitor types, so that the offer does not appear late under a question that was sent.
  isWanted: ({ host, state }) => host.contactUrl !== '' && (state.draft !== '' || state.messages.length > 0),
  drawEntry: {
    nextSteps: (lazy, chat) => renderContactLink(chat, lazy, 'step'),
    underQuestion: (lazy, chat, message) =>
      lazy.current?.isOfferedAt(message) ? renderOffer(chat, lazy, 'offer') : undefined,
    underAnswer: (lazy, chat, message) =>
      message.isUnsure ? renderOffer(chat, lazy, 'offer unsure') : undefined,
  },
});
