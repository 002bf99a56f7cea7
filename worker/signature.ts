import { ChatError } from '../widget/protocol/chat-error.ts';
import type { Env } from './env.ts';

const encoder = new TextEncoder();

/** The length of what `openssl rand -hex 16` prints. A shorter secret can be guessed, and sessions can then be forged. */
const MIN_SECRET_CHARACTERS = 32;

/**
 * The secret of a Worker on the owner's machine, where none is set. It is made in the first request: workerd has no random numbers
 * before one.
 */
let localSecret: string | undefined;

/**
 * The secret from which all keys are made. With `LOCAL` and without a secret, one is made up for as long as the isolate lives.
 * Throws `not-configured` where it is missing or shorter than 32 characters.
 */
export function secretOf({ SESSION_SECRET = '', LOCAL }: Env): string {
  const secret = SESSION_SECRET.trim();
  if (secret.length >= MIN_SECRET_CHARACTERS) return secret;
  if (LOCAL === '1') return (localSecret ??= crypto.randomUUID());
  const fault = secret === '' ? 'missing' : `shorter than ${MIN_SECRET_CHARACTERS} characters`;
  const remedy = 'openssl rand -hex 32 | npx wrangler secret put SESSION_SECRET';
  throw new ChatError('not-configured', `SESSION_SECRET is ${fault}: ${remedy}`);
}

/** Whether an `Authorization` header has the owner's `API_TOKEN`, which must be as long as a secret. */
export function hasApiToken({ API_TOKEN = '' }: Env, authorization: string | undefined): boolean {
  const token = API_TOKEN.trim();
  return token.length >= MIN_SECRET_CHARACTERS && isEqual(`Bearer ${token}`, authorization ?? '');
}

/** Most keys that are cached: importing a key costs more CPU than signing with it, and few are in use at a time. */
const MAX_KEYS = 100;
const keys = new Map<string, CryptoKey>();
const derived = new Map<string, string>();

/** HMAC-SHA-256 as 64 hexadecimal digits. */
export async function sign(secret: string, text: string): Promise<string> {
  const key = await cached(keys, secret, () => {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    return crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  });
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
  return Array.from(mac, (byte) => HEX[byte]).join('');
}

/** Signs a text that many requests have in common, such as the name of a day. The signature is cached. */
export function derive(secret: string, text: string): Promise<string> {
  return cached(derived, `${secret} ${text}`, () => sign(secret, text));
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Caches values and not promises: in workerd no other request may wait for a promise of this one. */
async function cached<T>(values: Map<string, T>, name: string, make: () => Promise<T>): Promise<T> {
  const known = values.get(name);
  if (known !== undefined) return known;
  const value = await make();
  if (values.size >= MAX_KEYS) values.clear();
  values.set(name, value);
  return value;
}

/** Whether the signature of a text begins with `mac`. */
export async function isSignature(mac: string, secret: string, text: string): Promise<boolean> {
  return isEqual((await sign(secret, text)).slice(0, mac.length), mac);
}

/** Compares every character, so that the time it takes does not tell where two texts differ. */
function isEqual(text: string, other: string): boolean {
  let difference = text.length ^ other.length;
  for (let index = 0; index < text.length; index += 1)
    difference |= text.charCodeAt(index) ^ other.charCodeAt(index);
  return difference === 0;
}

/** The digits of an id are two halves: one is random or made from a key, the other is the beginning of its MAC. */
const HALF_DIGITS = 16;

/** The id of a turn, which may be logged, and the key with which the turn can be read, which only its visitor is sent. */
export interface QueryId {
  readonly id: string;
  readonly key: string;
}

/**
 * Makes a random id for a turn whose client sent no `Idempotency-Key`. A part of the id is its MAC, by which {@link isQueryId}
 * recognizes it without any storage. The rest of the MAC is the key.
 *
 * @example
 * const { id, key } = await newQueryId(c.env); // id: 'q_1f4b…' (34 characters), key: 48 hexadecimal digits
 * await isQueryId(c.env, id); // true
 * await isQueryKey(c.env, { id, key }); // true
 */
export function newQueryId(env: Env): Promise<QueryId> {
  return withMac(env, crypto.randomUUID().replaceAll('-', '').slice(-HALF_DIGITS));
}

/**
 * The id of the turn for the `Idempotency-Key` of a client. The same origin and key give the same id; the id does not reveal the
 * key.
 *
 * @example
 * await queryIdOf(c.env, 'https://a.example', '5b1f5b52-2f0c-4b0c-9d0e-0a4c1e1f2a3b'); // as from `newQueryId`
 */
export async function queryIdOf(env: Env, origin: string, key: string): Promise<QueryId> {
  return withMac(env, (await sign(secretOf(env), `turn ${origin} ${key}`)).slice(0, HALF_DIGITS));
}

/**
 * How many digits of the key stand in the id of each event: an `EventSource` that sends one back proves that it has read this turn.
 */
const SHORT_KEY_DIGITS = 16;

/** The part of an event id that names the turn: `q_1f4b…-5e0c…`. It cannot be made from the id of the turn alone. */
export function eventId({ queryId, key }: { readonly queryId: string; readonly key?: string | undefined }) {
  return key === undefined ? queryId : `${queryId}-${key.slice(0, SHORT_KEY_DIGITS)}`;
}

async function withMac(env: Env, half: string): Promise<QueryId> {
  const mac = await sign(secretOf(env), `query ${half}`);
  return { id: `q_${half}${mac.slice(0, HALF_DIGITS)}`, key: mac.slice(HALF_DIGITS) };
}

/** Whether this Worker made the id, and its key begins with `key`. */
export async function isQueryId(env: Env, id: string, key = ''): Promise<boolean> {
  const [, random = '', mac = ''] = /^q_([\da-f]{16})([\da-f]{16})$/.exec(id) ?? [];
  return mac !== '' && isSignature(mac + key, secretOf(env), `query ${random}`);
}

/** Whether this Worker made the id and the key: the whole key, or the digits of it in an {@link eventId}. */
export async function isQueryKey(env: Env, { id, key }: QueryId): Promise<boolean> {
  return [64 - HALF_DIGITS, SHORT_KEY_DIGITS].includes(key.length) && isQueryId(env, id, key);
}
