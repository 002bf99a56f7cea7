import { Feature } from '../../feature/feature.ts';
import { renderContactLink, renderOffer } from './contact-link.ts';

/**
 * The link to a human: after a failure, for visitors who ask for one, under an answer that found nothing, and in the menu
 * (`contact-menu.ts`).
 */
export const contact = new Feature({
  load: async () => (await import('./contact.ts')).Contact,
  isOnlineOnly: true,
  // Loaded while the visitor types, so that the offer does not appear late under the sent question.
  isWanted: ({ host, state }) => host.contactUrl !== '' && (state.draft !== '' || state.messages.length > 0),
  drawEntry: {
    nextSteps: (lazy, chat) => renderContactLink(chat, lazy, 'step'),
    underQuestion: (lazy, chat, message) =>
      lazy.current?.isOfferedAt(message) ? renderOffer(chat, lazy, 'offer') : undefined,
    underAnswer: (lazy, chat, message) =>
      message.isUnsure ? renderOffer(chat, lazy, 'offer unsure') : undefined,
  },
});
