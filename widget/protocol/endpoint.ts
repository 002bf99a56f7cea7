import type { RequestFormat } from './request-format.ts';

/** The path at which our Worker answers. */
export const WORKER_PATH = '/api/chat';

/**
 * The address that an `endpoint` setting stands for; undefined where it is no valid address. The bare origin of our Worker
 * stands for its `/api/chat`, except with `a2a`, which our Worker does not speak. A backend that answers at the root of its
 * host is written with a question mark: `https://api.example/?`.
 *
 * @param base the address that a relative endpoint is resolved against
 *
 * @example
 * readEndpoint('https://chat.example', 'https://shop.example/')?.href; // 'https://chat.example/api/chat'
 * readEndpoint('https://api.example/ask', 'https://shop.example/')?.href; // 'https://api.example/ask'
 * readEndpoint('https://<your-worker>/api/chat', 'https://shop.example/'); // undefined
 */
export function readEndpoint(
  endpoint: string,
  base: string | URL,
  format: RequestFormat = 'messages',
): URL | undefined {
  if (!URL.canParse(endpoint, String(base))) return undefined;
  const url = new URL(endpoint, base);
  const isBare = format !== 'a2a' && url.pathname === '/' && /^[^?#]*$/.test(url.href);
  return isBare && /^https?:$/.test(url.protocol) ? new URL(WORKER_PATH, url) : url;
}

/** The path of an agent's class, without an agent's name: `/agents/chat`. */
const AGENT_CLASS = /(\/agents\/[^/]+)\/?$/;

/**
 * The address of the agent that holds a conversation. An agent is one conversation, and whoever knows its name can read it. So
 * an address without a name gets the conversation's random id as the name.
 *
 * @example
 * nameAgent('wss://agent.example/agents/chat', '7f3a'); // 'wss://agent.example/agents/chat/7f3a'
 */
export function nameAgent(href: string, conversationId: string): string {
  const url = new URL(href);
  url.pathname = url.pathname.replace(AGENT_CLASS, `$1/${conversationId}`);
  // `WebSocket` refuses an address with a hash.
  url.hash = '';
  return url.href;
}

/** Whether an address is on the reader's own machine, such as `http://localhost:5173`, or a file on its disk. */
export function isLocal({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean {
  return protocol === 'file:' || /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/**
 * The setting that makes our Worker allow an origin, in the form its owner needs: part of the start command for a local
 * Worker, else a line of `wrangler.jsonc`.
 *
 * @example
 * allowOrigin('https://shop.example', new URL('https://chat.example/api/chat'));
 * // '"ALLOWED_ORIGINS": "https://shop.example"'
 * allowOrigin('null', new URL('http://127.0.0.1:8787/api/chat')); // 'npm start -- --var ALLOWED_ORIGINS:null'
 */
export function allowOrigin(origin: string, endpoint: URL): string {
  return isLocal(endpoint)
    ? `npm start -- --var ALLOWED_ORIGINS:${origin}`
    : `"ALLOWED_ORIGINS": "${origin}"`;
}
