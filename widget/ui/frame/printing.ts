import type { ChatHost } from '../element/chat-host.ts';

/**
 * Takes an open floating panel out of the top layer while the page is printed, so that it comes after the page's text, as
 * long as it is: in the top layer it would lie over the text and end with the first sheet.
 */
export function followPrinting(host: ChatHost, signal: AbortSignal): void {
  const base = host.panelContainer.parentElement;
  addEventListener('beforeprint', () => base?.removeAttribute('popover'), { signal });
  // Drawing lifts it again.
  addEventListener('afterprint', () => host.requestUpdate(), { signal });
}
