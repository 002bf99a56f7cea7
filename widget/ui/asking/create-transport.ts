import type { Transport } from '../../protocol/transport.ts';
import { HttpTransport } from '../../transport/http-transport.ts';
import { ResumingTransport } from '../../transport/resuming-transport.ts';
import { SessionTransport } from '../../transport/session-transport.ts';
import { VerifiedTransport } from '../../transport/verified-transport.ts';
import { WORKER_PATH } from '../../protocol/endpoint.ts';
import type { ChatHost } from '../element/chat-panel.ts';

/**
 * Gives the transport of each turn: the page's own, else HTTP, with the bot check where the element names a sitekey.
 *
 * @param verify passes the bot check and resolves with a token for one request
 */
export function createTransport(
  host: ChatHost,
  verify: (signal: AbortSignal) => Promise<string>,
): () => Transport {
  const sessions = new SessionTransport(
    new HttpTransport({ stallTimeoutMs: () => host.stallTimeout }),
    isServingWorker,
  );
  const plain = new ResumingTransport(sessions, sessions);
  const verified = new ResumingTransport(new VerifiedTransport(sessions, verify), sessions);
  return () => host.transport ?? (host.turnstileSitekey ? verified : plain);
}

/** The files of a release, as our Worker serves them: `https://chat.example/v/0.3.0/chunks/panel.js`. */
const RELEASE = /^\/v\/[^/]+\//;

/** Whether an address is the chat of the Worker which has served this code. */
function isServingWorker(url: string): boolean {
  const own = new URL(import.meta.url);
  const { origin, pathname } = new URL(url);
  return RELEASE.test(own.pathname) && own.origin === origin && pathname === WORKER_PATH;
}
