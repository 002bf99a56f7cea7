import { html, nothing, type TemplateResult } from '../../base/html.ts';
import type { LazyFeature } from '../../base/lazy-feature.ts';
import { linkAttributes } from '../../../markdown/url-gate.ts';
import { CfAiChatLinkEvent } from '../../element/events.ts';
import type { Chat } from '../../feature/chat.ts';
import type { Contact } from './contact.ts';

/** The link to a human, with a CSS class for its place; nothing where the page has set no such address. */
export function renderContactLink(
  chat: Chat,
  contact: LazyFeature<Contact>,
  look: string,
): TemplateResult | typeof nothing {
  const link = linkAttributes(chat.host.contactUrl);
  if (!link) return nothing;
  return html`<a
    class=${look}
    part="contact"
    href=${link.href}
    rel=${link.rel}
    target=${link.target ?? nothing}
    @click=${(event: MouseEvent) => followContact(chat, contact, event)}
    >${chat.strings.current.contact}</a
  >`;
}

/** The link in a paragraph with these classes; nothing where the page has set no such address. */
export function renderOffer(
  chat: Chat,
  contact: LazyFeature<Contact>,
  classes: string,
): TemplateResult | typeof nothing {
  const link = renderContactLink(chat, contact, 'action');
  return link === nothing ? nothing : html`<p class=${classes}>${link}</p>`;
}

/**
 * Follows a link to a human. The code that fires the page's event and writes the mail may not be loaded yet. If it does not
 * load, the link works like any other.
 */
export function followContact(chat: Chat, contact: LazyFeature<Contact>, event: MouseEvent): void {
  if (!(event.currentTarget instanceof HTMLAnchorElement)) return;
  const { href, rel, target } = event.currentTarget;
  const visit = (url: string | undefined): void => {
    if (url === undefined || !chat.host.dispatchEvent(new CfAiChatLinkEvent(href))) return;
    Object.assign(document.createElement('a'), { href: url, rel, target }).click();
  };
  const url = contact.current?.addressFor(href);
  // If the address is unchanged, the browser follows the visitor's own click: with Ctrl or Shift it opens a tab or window.
  if (url === href) return chat.handleLink(event);
  event.preventDefault();
  if (contact.current) return visit(url);
  void contact.load().then(
    (loaded) => visit(loaded.addressFor(href)),
    () => visit(href),
  );
}
