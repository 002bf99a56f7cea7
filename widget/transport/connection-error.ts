import { ChatError } from '../protocol/chat-error.ts';

/**
 * The error of a connection that was not made. Scripts cannot tell these apart: no network, no such host, refused by CORS, CSP
 * or an extension. So it is `offline` where the device says that it has no network, else `blocked`.
 */
export function toConnectionError(message: string, cause?: unknown): ChatError {
  const code = globalThis.navigator?.onLine === false ? 'offline' : 'blocked';
  return new ChatError(code, message, { cause });
}
