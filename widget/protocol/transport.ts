import type { WireMessage } from './chat-message.ts';
import type { ChatEvent } from './chat-event.ts';
import type { ResumePoint } from './resume-point.ts';

/**
 * Everything that one POST needs. The page may change it in the `cf-ai-chat-request` event.
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
  /** The whole JSON body, including the conversation in the chosen request format. */
  body: Record<string, unknown>;
  credentials: 'same-origin' | 'include' | 'omit';
  /** Makes the request's body from `body`, for backends that take files as form data. Absent: JSON. */
  readonly encode?: (body: Record<string, unknown>) => FormData;
  /** The conversation as plain messages, for transports that do not send `body`. */
  readonly messages: readonly WireMessage[];
  /**
   * Id of the turn: 24 hexadecimal digits, the same in each attempt. Sent as `Idempotency-Key` to a backend that knows it and
   * so answers a repeated request only once.
   */
  readonly key?: string;
  /**
   * Socket messages that bring an agent the visitor's answers to its requests, so that it continues. Absent: a question is
   * asked.
   */
  readonly answers?: readonly Readonly<Record<string, unknown>>[];
  /** Address for a GET that returns the same answer from its start, if the backend's format has one. */
  readonly replayUrl?: string;
}

/** The backend's address, with the headers and credentials of each request. */
export type Address = Pick<ChatRequest, 'url' | 'headers' | 'credentials'>;

/** The abort reason when the visitor does not want the answer. With any other reason the answer may be continued later. */
export const STOPPED = new DOMException('the visitor does not want the answer', 'AbortError');

/**
 * Whether an address is a WebSocket's.
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
  /** Whether the backend at an address recognises a repeated `key`, so that a request may be sent again. */
  knowsKeys?(url: string): boolean;
  /** Continues an answer from a point that its events carried; ends without an event when there is no rest. */
  resume?(address: Address, point: ResumePoint, signal: AbortSignal): AsyncIterable<ChatEvent>;
}
