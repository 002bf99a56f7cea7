import type { ChatEvent, Session } from '../protocol/chat-event.ts';
import type { ResumePoint } from '../protocol/resume-point.ts';
import type { Address, ChatRequest, Transport } from '../protocol/transport.ts';
import type { RestReader } from './resuming-transport.ts';

/**
 * Remembers the session that an origin hands out in `start`, for as long as the page lives, and sends its token to
 * that origin only. The backend decides whether a session has expired: a visitor's clock may be wrong.
 *
 * @example
 * const transport = new SessionTransport(new HttpTransport({ stallTimeoutMs: 30_000 }));
 * transport.hasSession('https://a.example/api/chat'); // false before the first answer
 */
export class SessionTransport implements Transport, RestReader {
  readonly #inner: Transport & RestReader;
  readonly #isOwnWorker: (url: string) => boolean;
  readonly #sessions = new Map<string, Session>();

  /** `isOwnWorker`: whether our Worker is known to answer at an address, even before its first answer. */
  constructor(inner: Transport & RestReader, isOwnWorker: (url: string) => boolean = () => false) {
    this.#inner = inner;
    this.#isOwnWorker = isOwnWorker;
  }

  /** Whether the origin of an address has handed out a session. */
  hasSession(url: string): boolean {
    return this.#sessions.has(new URL(url).origin);
  }

  send(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent, void, undefined> {
    return this.#remember(request, () => this.#inner.send(this.#identify(this.#name(request)), signal));
  }

  /** A backend that has handed out a session is our Worker, or speaks its protocol. */
  knowsKeys(url: string): boolean {
    return this.hasSession(url) || this.#isOwnWorker(url);
  }

  readRest(
    address: Address,
    point: ResumePoint,
    signal: AbortSignal,
  ): AsyncGenerator<ChatEvent, void, undefined> {
    return this.#remember(address, () => this.#inner.readRest(this.#identify(address), point, signal));
  }

  reportStop(address: Address, url: string): void {
    this.#inner.reportStop(this.#identify(address), url);
  }

  /**
   * Adds the key of the question as a header, a string of https://www.rfc-editor.org/rfc/rfc9651. The header is
   * defined in https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/ Not for other backends:
   * with CORS they might refuse a header that they do not list.
   */
  #name(request: ChatRequest): ChatRequest {
    const { key, url, headers } = request;
    if (key === undefined || !this.knowsKeys(url)) return request;
    return { ...request, headers: { 'idempotency-key': `"${key}"`, ...headers } };
  }

  #identify<T extends Address>(address: T): T {
    const session = this.#sessions.get(new URL(address.url).origin);
    // The page's own `authorization` wins in any spelling: of two spellings the later one is kept.
    const headers = { ...(session && { authorization: `Bearer ${session.token}` }), ...address.headers };
    return { ...address, headers };
  }

  async *#remember(
    { url }: Address,
    open: () => AsyncIterable<ChatEvent>,
  ): AsyncGenerator<ChatEvent, void, undefined> {
    for await (const event of open()) {
      if (event.type === 'start' && event.session) this.#sessions.set(new URL(url).origin, event.session);
      yield event;
    }
  }
}
