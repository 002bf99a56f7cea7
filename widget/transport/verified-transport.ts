import { ChatError } from '../protocol/chat-error.ts';
import type { ChatEvent } from '../protocol/chat-event.ts';
import type { ChatRequest, Transport } from '../protocol/transport.ts';
import { sendTwice } from './send-twice.ts';
import type { SessionTransport } from './session-transport.ts';

/**
 * Proves that the visitor is no bot: before the first request to an origin, and when the backend asks for proof. A
 * refused request is sent once more with a new proof, never a third time.
 *
 * @example
 * const inner = new SessionTransport(new HttpTransport({ stallTimeoutMs: 30_000 }));
 * const transport = new VerifiedTransport(inner, () => askTurnstile());
 * // first POST to an origin: { messages: […], turnstileToken: '0.abc…' }
 */
export class VerifiedTransport implements Transport {
  readonly #inner: SessionTransport;
  readonly #verify: (signal: AbortSignal) => Promise<string>;

  /** `verify` makes a token for one request, or throws a `ChatError`. */
  constructor(inner: SessionTransport, verify: (signal: AbortSignal) => Promise<string>) {
    this.#inner = inner;
    this.#verify = verify;
  }

  async *send(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent, void, undefined> {
    const first = this.#inner.hasSession(request.url) ? request : await this.#prove(request, signal);
    yield* sendTwice(first, signal, {
      send: (sent) => this.#inner.send(sent, signal),
      renew: (error) => (isChallenge(error) ? this.#prove(request, signal) : undefined),
    });
  }

  async #prove(request: ChatRequest, signal: AbortSignal): Promise<ChatRequest> {
    const turnstileToken = await this.#verify(signal);
    return { ...request, body: { ...request.body, turnstileToken } };
  }
}

function isChallenge(error: unknown): boolean {
  return (
    error instanceof ChatError && (error.code === 'session-required' || error.code === 'challenge-required')
  );
}
