import { ChatError } from '../protocol/chat-error.ts';

/**
 * The error of a request that never got a connection. Scripts cannot tell the causes apart: no network, no such host,
 * refused by CORS, by CSP or by a browser extension. So the code is `offline` where the device says that it has no
 * network, else `blocked`.
 */
export function toConnectionError(message: string, cause?: unknown): ChatError {
  const code = globalThis.navigator?.onLine === false ? 'offline' : 'blocked';
  return new ChatError(code, message, { cause });
}
