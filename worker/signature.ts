import { ChatError } from '../widget/protocol/chat-error.ts';
import type { Env } from './env.ts';

const encoder = new TextEncoder();

/** As long as the output of `openssl rand -hex 16`: shorter ones can be guessed, and with a guess sessions be forged. */
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

/** Whether an `Authorization` header has the owner's API_TOKEN, which has to be as long as a secret. */
export function hasApiToken({ API_TOKEN = '' }: Env, authorization: string | undefined): boolean {
  const token = API_TOKEN.trim();
  return token.length >= MIN_SECRET_CHARACTERS && isEqual(`Bearer ${token}`, authorization ?? '');
}

/** Making a key costs more CPU than signing with it, and few keys are in use at a time. */
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

/** Signs, once, a text that many requests have in common, such as the name of a day. */
export function derive(secret: string, text: string): Promise<string> {
  return cached(derived, `${secret} ${text}`, () => sign(secret, text));
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Remembers values and not promises: a promise belongs to the request that made it. */
async function cached<T>(values: Map<string, T>, name: string, make: () => Promise<T>): Promise<T> {
  const known = values.get(name);
  if (known !== undefined) return known;
  const value = await make();
  if (values.size >= MAX_KEYS) values.clear();
  values.set(name, value);
  return value;
}

/** Whether a signature of a text begins so. */
export async function isSignature(mac: string, secret: string, text: string): Promise<boolean> {
  return isEqual((await sign(secret, text)).slice(0, mac.length), mac);
}

/** Looks at every character, so that the time it takes tells nothing about where two texts differ. */
function isEqual(text: string, other: string): boolean {
  let difference = text.length ^ other.length;
  for (let index = 0; index < text.length; index += 1)
    difference |= text.charCodeAt(index) ^ other.charCodeAt(index);
  return difference === 0;
}

/** Digits of the half of an id that is random or made from a key, and of its MAC. */
const HALF = 16;

/** The id of a turn, which may stand in logs, and a key to the turn itself, which only its visitor is told. */
export interface QueryId {
  readonly id: string;
  readonly key: string;
}

/**
 * Makes the id of a turn without a key: random, and a MAC by which {@link isQueryId} knows it again without any storage. The rest of
 * the same MAC is the key.
 *
 * @example
 * const { id, key } = await newQueryId(c.env); // id: 'q_1f4b…' (34 characters), key: 48 hexadecimal digits
 * await isQueryId(c.env, id); // true
 * await isQueryKey(c.env, { id, key }); // true
 */
export function newQueryId(env: Env): Promise<QueryId> {
  return withMac(env, crypto.randomUUID().replaceAll('-', '').slice(-HALF));
}

/**
 * The id of the turn that a page of an origin asks for with a key of its own: the same for the same key, and of no use to find
 * the key.
 *
 * @example
 * await queryIdOf(c.env, 'https://a.example', '5b1f5b52-2f0c-4b0c-9d0e-0a4c1e1f2a3b'); // as from `newQueryId`
 */
export async function queryIdOf(env: Env, origin: string, key: string): Promise<QueryId> {
  return withMac(env, (await sign(secretOf(env), `turn ${origin} ${key}`)).slice(0, HALF));
}

/** Digits of a key by which an `EventSource` shows that it has read a turn: they stand before each of its events. */
const SHORT_KEY = 16;

/** Names a turn for an `EventSource`. Whoever knows no more than its id cannot make it: `q_1f4b…-5e0c…`. */
export function eventId({ queryId, key }: { readonly queryId: string; readonly key?: string | undefined }) {
  return key === undefined ? queryId : `${queryId}-${key.slice(0, SHORT_KEY)}`;
}

async function withMac(env: Env, half: string): Promise<QueryId> {
  const mac = await sign(secretOf(env), `query ${half}`);
  return { id: `q_${half}${mac.slice(0, HALF)}`, key: mac.slice(HALF) };
}

/** Whether this Worker made that id, together with a key that begins so. */
export async function isQueryId(env: Env, id: string, key = ''): Promise<boolean> {
  const [, random = '', mac = ''] = /^q_([\da-f]{16})([\da-f]{16})$/.exec(id) ?? [];
  return mac !== '' && isSignature(mac + key, secretOf(env), `query ${random}`);
}

/** Whether this Worker made that id together with that key: the whole of it, or what an {@link eventId} has. */
export async function isQueryKey(env: Env, { id, key }: QueryId): Promise<boolean> {
  return [64 - HALF, SHORT_KEY].includes(key.length) && isQueryId(env, id, key);
}
