import { ChatError } from '../widget/protocol/chat-error.ts';
import type { Env } from './env.ts';

const encoder = new TextEncoder();

/** The secret that all keys are made from. Throws `not-configured` when there is none, except on this machine. */
export function secretOf({ SESSION_SECRET, LOCAL }: Env): string {
  const secret = SESSION_SECRET?.trim() || (LOCAL === '1' && 'only for this machine');
  if (secret) return secret;
  throw new ChatError('not-configured', 'SESSION_SECRET is missing: npx wrangler secret put SESSION_SECRET');
}

/** HMAC-SHA-256 as 64 hexadecimal digits. */
export async function sign(secret: string, text: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
  return Array.from(mac, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether a signature of a text begins so. Compared under a random key, so that the time it takes tells nothing. */
export async function isSignature(mac: string, secret: string, text: string): Promise<boolean> {
  const key = crypto.randomUUID();
  return (await sign(key, (await sign(secret, text)).slice(0, mac.length))) === (await sign(key, mac));
}

/** Digits of the random half of an id, and of its MAC. */
const HALF = 16;

/** Makes the id of a turn: random, and a MAC by which {@link isQueryId} knows it again without any storage. */
export async function newQueryId(env: Env): Promise<string> {
  const random = crypto.randomUUID().replaceAll('-', '').slice(-HALF);
  return `q_${random}${(await sign(secretOf(env), `query ${random}`)).slice(0, HALF)}`;
}

/** Whether this Worker made that id. */
export async function isQueryId(env: Env, id: string): Promise<boolean> {
  const [, random = '', mac = ''] = /^q_([\da-f]{16})([\da-f]{16})$/.exec(id) ?? [];
  return mac !== '' && isSignature(mac, secretOf(env), `query ${random}`);
}
