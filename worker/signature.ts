import { ChatError } from '../widget/protocol/chat-error.ts';
import type { Env } from './env.ts';

const encoder = new TextEncoder();

/** As long as the output of `openssl rand -hex 16`: shorter ones can be guessed, and whoever guesses it forges sessions. */
const MIN_SECRET_CHARACTERS = 32;

/** Signs on this machine, where no secret is set. Made in the first request: a Worker has no random numbers before. */
let localSecret: string | undefined;

/**
 * The secret that all keys are made from. On this machine one is made up while the isolate lives. Throws
 * `not-configured` when it is missing or shorter than 32 characters.
 */
export function secretOf({ SESSION_SECRET = '', LOCAL }: Env): string {
  const secret = SESSION_SECRET.trim();
  if (secret.length >= MIN_SECRET_CHARACTERS) return secret;
  if (LOCAL === '1') return (localSecret ??= crypto.randomUUID());
  const fault = secret === '' ? 'missing' : `shorter than ${MIN_SECRET_CHARACTERS} characters`;
  const remedy = 'openssl rand -hex 32 | npx wrangler secret put SESSION_SECRET';
  throw new ChatError('not-configured', `SESSION_SECRET is ${fault}: ${remedy}`);
}

/**
 * Whether an `Authorization` header has the owner's API_TOKEN, which has to be as long as a secret. Compared under a
 * random key, so that the time it takes tells nothing.
 */
export async function hasApiToken(
  { API_TOKEN = '' }: Env,
  authorization: string | undefined,
): Promise<boolean> {
  const token = API_TOKEN.trim();
  if (token.length < MIN_SECRET_CHARACTERS || authorization === undefined) return false;
  const key = crypto.randomUUID();
  return (await sign(key, `Bearer ${token}`)) === (await sign(key, authorization));
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
