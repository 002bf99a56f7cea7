import type { ChatEvent, Session } from '../protocol/chat-event.ts';
import type { ChatRequest, Transport } from '../protocol/transport.ts';

/**
 * Remembers the session that an origin hands out in `start`, for as long as the page lives, and sends its token back
 * there and nowhere else. Whether it has expired is the backend's to say: a visitor's clock may be wrong.
 */
export class SessionTransport implements Transport {
  readonly #inner: Transport;
  readonly #sessions = new Map<string, Session>();

  constructor(inner: Transport) {
    this.#inner = inner;
  }

  /** Whether the origin of an address has handed out a session. */
  hasSession(url: string): boolean {
    return this.#sessions.has(new URL(url).origin);
  }

  async *send(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent, void, undefined> {
    const { origin } = new URL(request.url);
    const session = this.#sessions.get(origin);
    // The page's own header of that name wins, however it is spelt: the later one does.
    const headers = { ...(session && { authorization: `Bearer ${session.token}` }), ...request.headers };
    for await (const event of this.#inner.send({ ...request, headers }, signal)) {
      if (event.type === 'start' && event.session) this.#sessions.set(origin, event.session);
      yield event;
    }
  }
}
