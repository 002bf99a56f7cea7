import { ChatError } from '../../protocol/chat-error.ts';
import { type ChatRequest, isSocketUrl, type Transport } from '../../protocol/transport.ts';
import { createFolderTransport } from '../../transport/search/folder-transport.ts';
import { loadFormats } from '../../transport/formats.ts';
import { HttpTransport } from '../../transport/http-transport.ts';
import { ResumingTransport } from '../../transport/resuming-transport.ts';
import { sendTwice } from '../../transport/send-twice.ts';
import { SessionTransport } from '../../transport/session-transport.ts';
import { VerifiedTransport } from '../../transport/verified-transport.ts';
import { WORKER_PATH } from '../../protocol/endpoint.ts';
import { LazyFeature } from '../base/lazy-feature.ts';
import type { ChatHost } from '../element/chat-host.ts';
import { resolveSetting } from '../element/resolvable.ts';

/**
 * Returns a function that gives the transport for each turn. The first that applies: the page's own; without an endpoint, the
 * folder of `search-endpoint`; a WebSocket for a socket endpoint; HTTP, with the bot check where the element has a sitekey.
 *
 * @param verify passes the bot check and resolves with a token for one request
 * @param nothingFound the answer where a site without a backend has no page about the question
 */
export function createTransport(
  host: ChatHost,
  verify: (signal: AbortSignal) => Promise<string>,
  nothingFound: (question: string) => string,
): () => Transport {
  const sessions = new SessionTransport(
    new HttpTransport({ stallTimeoutMs: () => host.stallTimeout, isOwnWorker: isServingWorker }),
    isServingWorker,
  );
  const plain = new ResumingTransport(withFreshHeaders(host, sessions), sessions);
  const verified = new ResumingTransport(
    withFreshHeaders(host, new VerifiedTransport(sessions, verify)),
    sessions,
  );
  const sockets = createSocketTransport(host);
  const folder = createFolderTransport(
    () => new URL(host.searchEndpoint, document.baseURI).href,
    nothingFound,
  );
  return () => {
    if (host.transport) return host.transport;
    if (!host.endpoint && host.searchEndpoint) return folder;
    if (isSocketUrl(host.endpoint)) return sockets;
    return host.turnstileSitekey ? verified : plain;
  };
}

/**
 * Sends a question again after status 401, if `headers` is a function and returns other headers by then: the page's token had
 * expired.
 */
function withFreshHeaders(host: ChatHost, inner: Transport): Transport {
  const renew = async (request: ChatRequest, error: unknown): Promise<ChatRequest | undefined> => {
    const isExpired = error instanceof ChatError && error.facts?.status === 401;
    if (!isExpired || typeof host.headers !== 'function') return undefined;
    const headers = { ...request.headers, ...(await resolveSetting(host, 'headers')) };
    return JSON.stringify(headers) === JSON.stringify(request.headers) ? undefined : { ...request, headers };
  };
  return {
    send: (request, signal) =>
      sendTwice(request, signal, {
        send: (sent) => inner.send(sent, signal),
        renew: (error) => renew(request, error),
      }),
  };
}

/** The transport for agents. Its code loads with the first question, because few pages have an agent. */
function createSocketTransport(host: ChatHost): Transport {
  const lazy = new LazyFeature<Transport>(
    async () => {
      const [{ AgentsTransport }, formats] = await Promise.all([
        import('../../transport/agents-transport.ts'),
        loadFormats(),
      ]);
      const agents = new AgentsTransport({ stallTimeoutMs: () => host.stallTimeout, formats });
      return new ResumingTransport(agents, agents);
    },
    () => undefined,
  );
  const load = (): Promise<Transport> =>
    lazy.load().catch((cause: unknown) => {
      throw new ChatError('blocked', 'the code of the socket did not come', { cause });
    });
  return {
    async *send(request, signal) {
      yield* (await load()).send(request, signal);
    },
    async *resume(address, point, signal) {
      yield* (await load()).resume?.(address, point, signal) ?? [];
    },
  };
}

/** The path of a release's files on our Worker: `https://chat.example/v/0.3.0/chunks/panel.js`. */
const RELEASE = /^\/v\/[^/]+\//;

/** Whether an address is the chat of the same Worker that served this code. */
function isServingWorker(url: string): boolean {
  const own = new URL(import.meta.url);
  const { origin, pathname } = new URL(url);
  return RELEASE.test(own.pathname) && own.origin === origin && pathname === WORKER_PATH;
}
