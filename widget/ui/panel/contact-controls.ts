import type { Contact } from '../contact/contact.ts';
import type { ChatHost } from '../shell/chat-panel.ts';
import { CfAiChatLinkEvent } from '../shell/events.ts';
import { followLink } from './follow-link.ts';
import type { LazyFeature } from './lazy-feature.ts';

/**
 * Follows a link to a human. Its code, which tells the page and writes the mail, may not be here yet; where it does not come,
 * the link works as any other.
 */
export function followContact(host: ChatHost, contact: LazyFeature<Contact>, event: MouseEvent): void {
  if (!(event.currentTarget instanceof HTMLAnchorElement)) return;
  const { href, rel, target } = event.currentTarget;
  const visit = (url: string | undefined): void => {
    if (url === undefined || !host.dispatchEvent(new CfAiChatLinkEvent(href))) return;
    Object.assign(document.createElement('a'), { href: url, rel, target }).click();
  };
  const url = contact.current?.addressFor(href);
  // What the visitor holds down decides where the browser opens it.
  if (url === href) return followLink(host, event);
  event.preventDefault();
  if (contact.current) return visit(url);
  void contact.load().then(
    (loaded) => visit(loaded.addressFor(href)),
    () => visit(href),
  );
}
