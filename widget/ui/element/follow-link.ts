import type { SourcePart } from '../../protocol/chat-message.ts';
import type { ChatHost } from './chat-host.ts';
import { CfAiChatLinkEvent } from './events.ts';

/** Fires the page's event before a link is followed; `source` is the source that the link belongs to. */
export function followLink(host: ChatHost, event: MouseEvent, source?: SourcePart): void {
  const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
  if (link?.href && !host.dispatchEvent(new CfAiChatLinkEvent(link.href, source))) event.preventDefault();
}
