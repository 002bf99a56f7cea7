import type { Contact } from '../features/contact/contact.ts';
import type { ChatHost } from '../element/chat-panel.ts';
import { CfAiChatLinkEvent } from '../element/events.ts';
import { followLink } from '../element/follow-link.ts';
import type { LazyFeature } from '../base/lazy-feature.ts';

/**
 * Follows a link to a human. Its code, which sends the event to the page and writes the mail, may not be loaded yet; where it
 * does not load, the link works as any other.
 */
export function followContact(host: ChatHost, contact: LazyFeature<Contact>, event: MouseEvent): void {
  if (!(event.currentTarget instanceof HTMLAnchorElement)) return;
  const { href, rel, target } = event.currentTarget;
  const visit = (url: string | undefined): void => {
    if (url === undefined || !host.dispatchEvent(new CfAiChatLinkEvent(href))) return;
    Object.assign(document.createElement('a'), { href: url, rel, target }).click();
  };
  const url = contact.current?.addressFor(href);
  // With Ctrl or Shift held down the browser opens it in a tab or window: the browser follows the visitor's own click.
  if (url === href) return followLink(host, event);
  event.preventDefault();
  if (contact.current) return visit(url);
  void contact.load().then(
    (loaded) => visit(loaded.addressFor(href)),
    () => visit(href),
  );
}
