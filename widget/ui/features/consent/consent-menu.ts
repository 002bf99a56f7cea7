import { svg } from '../../base/html.ts';
import { deleteIcon, icon } from '../../base/icons.ts';
import { linkItem, type MenuItem } from '../../base/menu-item.ts';
import type { Chat } from '../../feature/chat.ts';
import { Feature } from '../../feature/feature.ts';

const PRIVACY = icon(svg`<path d="M12 3 5 6v5c0 5 3 8 7 10 4-2 7-5 7-10V6Z" />`);

/** The menu lines about privacy: the privacy notice, and withdrawing consent. */
export const consentMenu = new Feature({
  drawEntry: { menu: (_lazy, chat) => [...privacyItems(chat), ...withdrawalItems(chat)] },
});

function privacyItems({ host, strings, handleLink }: Chat): readonly MenuItem[] {
  return linkItem({
    label: strings.current.privacy,
    icon: PRIVACY,
    url: host.privacyUrl,
    handleFollow: handleLink,
  });
}

/** The line that withdraws consent; none before consent was given. */
function withdrawalItems(chat: Chat): readonly MenuItem[] {
  const { host, strings } = chat;
  if (host.consent === 'none' || !host.storage.isAllowed) return [];
  return [{ label: strings.current.withdraw, icon: deleteIcon, handleSelect: () => withdraw(chat) }];
}

function withdraw({ host }: Chat): void {
  host.storage.withdraw();
  host.focus();
}
