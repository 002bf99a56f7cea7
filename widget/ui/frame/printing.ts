import type { ChatHost } from '../element/chat-host.ts';

/**
 * Takes an open floating panel out of the top layer while the page is printed, so that the whole panel is printed after the
 * page's text. In the top layer it would cover the text, and only its first sheet would be printed.
 */
export function followPrinting(host: ChatHost, signal: AbortSignal): void {
  const base = host.panelContainer.parentElement;
  addEventListener('beforeprint', () => base?.removeAttribute('popover'), { signal });
  // The update puts it into the top layer again.
  addEventListener('afterprint', () => host.requestUpdate(), { signal });
}
