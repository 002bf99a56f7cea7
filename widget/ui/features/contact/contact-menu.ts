import { svg } from '../../base/html.ts';
import { icon } from '../../base/icons.ts';
import { linkItem } from '../../base/menu-item.ts';
import { Feature } from '../../feature/feature.ts';
import { followContact } from './contact-link.ts';
import { contact } from './feature.ts';

const CONTACT = icon(svg`<path d="m5 21 1-4a9 8 0 1 1 4 2Z" />`);

/** The menu line with the link to a human. */
export const contactMenu = new Feature({
  drawEntry: {
    menu: (_lazy, chat) => {
      const { contactUrl: url } = chat.host;
      const handleFollow = (event: MouseEvent): void => followContact(chat, contact.of(chat), event);
      return linkItem({ label: chat.strings.current.contact, icon: CONTACT, url, handleFollow });
    },
  },
});
