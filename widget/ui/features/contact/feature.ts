import { html, svg } from '../../base/html.ts';
import { icon } from '../../base/icons.ts';
import { linkItem } from '../../base/menu-item.ts';
import { Feature } from '../../feature/feature.ts';
import { renderContactLink, followContact } from './contact-link.ts';

const CONTACT = icon(svg`<path d="m5 21 1-4a9 8 0 1 1 4 2Z" />`);

/** The way to a human: a line of the menu, a step after a failure, and an offer to visitors who ask for one. */
export const contact = new Feature({
  load: async () => (await import('./contact.ts')).Contact,
  // While the visitor types: an offer must not come under a question that is there already.
  isWanted: ({ host, state }) => host.contactUrl !== '' && (state.draft !== '' || state.messages.length > 0),
  drawEntry: {
    nextSteps: (lazy, chat) => renderContactLink(chat, lazy, 'step'),
    underQuestion: (lazy, chat, message) =>
      lazy.current?.isOfferedAt(message)
        ? html`<p class="offer">${renderContactLink(chat, lazy, 'action')}</p>`
        : undefined,
    menu: (lazy, chat) => {
      const { contactUrl: url } = chat.host;
      const handleFollow = (event: MouseEvent): void => followContact(chat, lazy, event);
      return linkItem({ label: chat.strings.current.contact, icon: CONTACT, url, handleFollow });
    },
  },
});
