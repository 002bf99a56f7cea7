import type { RequestFormat } from './request-format.ts';

/** Where our Worker answers, under its own address. */
export const WORKER_PATH = '/api/chat';

/**
 * The address that an `endpoint` setting means; undefined where it is no address. The bare address of our Worker means its
 * `/api/chat`, but with `a2a`, which it does not speak. Another backend that does answer at the top of its host is written with
 * a question mark: `https://api.example/?`.
 *
 * @param base address that a relative one starts from
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

/** The address of an agent's class, as agents are routed: `/agents/chat`, without the name of an agent. */
const AGENT_CLASS = /(\/agents\/[^/]+)\/?$/;

/**
 * The address of the agent that a conversation has. An agent is one conversation, and everybody who knows its name reads it:
 * an address without a name gets that of the conversation, which is random.
 *
 * @example
 * nameAgent('wss://agent.example/agents/chat', '7f3a'); // 'wss://agent.example/agents/chat/7f3a'
 */
export function nameAgent(href: string, conversationId: string): string {
  const url = new URL(href);
  url.pathname = url.pathname.replace(AGENT_CLASS, `$1/${conversationId}`);
  // An address of a socket may have none.
  url.hash = '';
  return url.href;
}

/** Whether an address is on the machine of whoever opens it, as `http://localhost:5173` is, or a file on its disk. */
export function isLocal({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean {
  return protocol === 'file:' || /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/**
 * The setting by which our Worker allows an origin, as its owner writes it: in the command that starts it on their own machine,
 * else in `wrangler.jsonc`. Further origins stand in the same list.
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
