import { ChatError } from '../widget/protocol/chat-error.ts';
import type { Env } from './env.ts';

const encoder = new TextEncoder();

/** The secret that all keys are made from. Throws `not-configured` when there is none, except on this machine. */
export function secretOf({ SESSION_SECRET, LOCAL }: Env): string {
  const secret = SESSION_SECRET?.trim();
  if (secret) return secret;
  if (LOCAL === '1') return 'only for this machine';
  throw new ChatError('not-configured', 'SESSION_SECRET is missing: npx wrangler secret put SESSION_SECRET');
}

/** HMAC-SHA-256 as 64 hexadecimal digits. */
export async function sign(secret: string, text: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
  return Array.from(mac, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Compares a signature with what somebody claims it is, so that the time it takes tells nothing. */
export async function isSame(signature: string, claim: string): Promise<boolean> {
  const key = crypto.randomUUID();
  return (await sign(key, signature)) === (await sign(key, claim));
}

const RANDOM_DIGITS = 16;
const MAC_DIGITS = 16;

/** Makes the id of a turn: random, and a MAC by which {@link isQueryId} knows it again without any storage. */
export async function newQueryId(env: Env): Promise<string> {
  const random = crypto.randomUUID().replaceAll('-', '').slice(-RANDOM_DIGITS);
  return `q_${random}${await macOf(env, random)}`;
}

/** Whether this Worker made that id. */
export async function isQueryId(env: Env, id: string): Promise<boolean> {
  if (!/^q_[0-9a-f]{32}$/.test(id)) return false;
  return isSame(await macOf(env, id.slice(2, 2 + RANDOM_DIGITS)), id.slice(-MAC_DIGITS));
}

async function macOf(env: Env, random: string): Promise<string> {
  return (await sign(secretOf(env), `query ${random}`)).slice(0, MAC_DIGITS);
}
