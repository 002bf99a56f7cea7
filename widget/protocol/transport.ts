import type { WireMessage } from './chat-message.ts';
import type { ChatEvent } from './chat-event.ts';
import type { ResumePoint } from './resume-point.ts';

/**
 * Everything one POST needs. The page may change it in the `cf-ai-chat-request` event.
 *
 * @example
 * chat.addEventListener('cf-ai-chat-request', ({ request }) => {
 *   request.headers['x-tenant'] = 'shop';
 *   request.body['temperature'] = 0.2;
 * });
 */
export interface ChatRequest {
  url: string;
  headers: Record<string, string>;
  /** The whole JSON body, the transcript included in the chosen request format. */
  body: Record<string, unknown>;
  credentials: 'same-origin' | 'include' | 'omit';
  /** Makes what is POSTed of `body`, for backends that take files as a form; absent: JSON. */
  readonly encode?: (body: Record<string, unknown>) => FormData;
  /** The transcript as plain messages, for transports that do not POST `body`. */
  readonly messages: readonly WireMessage[];
  /**
   * Names the turn: 24 hexadecimal digits, the same in each try. Sent as `Idempotency-Key` to a backend that knows it,
   * which answers a request that comes twice once.
   */
  readonly key?: string;
  /** Messages of a socket that tell an agent what was answered, so that its answer goes on; absent: a question is asked. */
  readonly answers?: readonly Readonly<Record<string, unknown>>[];
  /** Where a GET gets the same answer again, from its start, for backends whose format has such an address. */
  readonly replayUrl?: string;
}

/** The address of the backend, with the headers and credentials of each request to it. */
export type Address = Pick<ChatRequest, 'url' | 'headers' | 'credentials'>;

/** The reason a turn's signal is aborted with when the visitor does not want its answer; without it somebody may come back. */
export const STOPPED = new DOMException('the visitor does not want the answer', 'AbortError');

/**
 * Whether an address is that of a WebSocket.
 *
 * @example
 * isSocketUrl('wss://agent.example/agents/chat'); // true
 * isSocketUrl('/api/chat'); // false
 */
export function isSocketUrl(url: string): boolean {
  return /^\s*wss?:/i.test(url);
}

/**
 * How a request becomes events. `send` may throw a `ChatError` at any time; aborting `signal` ends the
 * iteration with the signal's reason. The conversation treats an iteration that ends without `done` or
 * `error` as truncated.
 *
 * @example
 * const echo: Transport = {
 *   async *send({ messages }) {
 *     yield { type: 'token', token: `You said: ${messages.at(-1)?.content}` };
 *     yield { type: 'done' };
 *   },
 * };
 * chat.transport = echo;
 */
export interface Transport {
  send(request: ChatRequest, signal: AbortSignal): AsyncIterable<ChatEvent>;
  /** Whether the backend at an address knows keys, so that a request may be sent again. */
  knowsKeys?(url: string): boolean;
  /** Goes on with an answer from a point that came with its events; ends without a word when there is no rest. */
  resume?(address: Address, point: ResumePoint, signal: AbortSignal): AsyncIterable<ChatEvent>;
}
