import type { ChatError } from '../../protocol/chat-error.ts';
import { allowOrigin, readEndpoint } from '../../protocol/endpoint.ts';
import type { ChatHost } from '../element/chat-host.ts';

/**
 * The way out of an error that only the site's owner can end: the line to set where their Worker refuses the page's origin, and
 * where the chat is not set up, the address and its answer. In English: for the console, and for the chat on the owner's machine.
 *
 * @example
 * ownerHint(new ChatError('origin-refused', 'got status 403: …'), chat);
 * // 'https://chat.example does not allow https://shop.example. In wrangler.jsonc: "ALLOWED_ORIGINS": "https://shop.example"'
 */
export function ownerHint(
  { code, message }: ChatError,
  { endpoint, transport }: Pick<ChatHost, 'endpoint' | 'transport'>,
): string | undefined {
  const url = readEndpoint(endpoint, document.baseURI);
  if (transport) return undefined;
  if (code === 'not-configured') return `${url?.href ?? `endpoint="${endpoint}"`}: ${message}`;
  if (code !== 'origin-refused' || !url) return undefined;
  // Not `location.origin`: for a file on the disk, Chromium says `file://` there and sends `null`.
  const line = allowOrigin(self.origin, url);
  const place = line.startsWith('"') ? 'In wrangler.jsonc' : 'Start it with';
  return `${url.origin} does not allow ${self.origin}. ${place}: ${line}`;
}
