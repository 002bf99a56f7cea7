import type { WireMessage } from './chat-message.ts';
import type { ChatEvent } from './chat-event.ts';

/** Everything one POST needs. The page may change it in the `cf-ai-chat-request` event. */
export interface ChatRequest {
  url: string;
  headers: Record<string, string>;
  /** The whole JSON body, the transcript included in the chosen request format. */
  body: Record<string, unknown>;
  credentials: 'same-origin' | 'include' | 'omit';
  /** The transcript as plain messages, for transports that do not POST `body`. */
  readonly messages: readonly WireMessage[];
}

/**
 * How a request becomes events. `send` may throw a `ChatError` at any time; aborting `signal` ends the
 * iteration with the signal's reason. The conversation treats an iteration that ends without `done` or
 * `error` as truncated.
 */
export interface Transport {
  send(request: ChatRequest, signal: AbortSignal): AsyncIterable<ChatEvent>;
}
