import { ChatError } from '../../widget/protocol/chat-error.ts';
import { readList, readObject } from '../../widget/protocol/json.ts';
import { log } from '../log.ts';
import type { Env } from '../env.ts';
import { originOf } from '../network.ts';
import type { AppContext } from '../ports.ts';
import type { Identity, Introduction, Visitor } from '../visitor.ts';
import { derive, hasApiToken, isSignature, secretOf, sign } from '../signature.ts';
import { checkBurst } from './burst.ts';

const SESSION_SECONDS = 1_800;
/** After this time the visitor has to pass the bot check again, however often the session was renewed. */
const PROOF_SECONDS = 43_200;
const VERIFY_URL = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';
const VERIFY_TIMEOUT_MS = 5_000;

interface Claims extends Visitor {
  /** When the visitor proved not to be a bot, or first came; in seconds since the epoch. */
  readonly since: number;
}

/** The header in which the owner's server names its user, where the body has no `user`. */
const USER_HEADER = 'cf-ai-chat-user';

/** Identifies the visitor: by the session token of an earlier turn, by a bot check, or as a new visitor. */
export async function identify(
  c: AppContext,
  { turnstileToken, user = c.req.header(USER_HEADER) ?? '' }: Introduction,
): Promise<Identity> {
  const origin = originOf(c.req.raw);
  // The key depends on the origin: a session token that another site has stolen is not valid there.
  const key = await derive(secretOf(c.env), `session ${origin}`);
  const bearer = /^Bearer (.+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
  const known = bearer === undefined ? undefined : await readToken(bearer, key);
  // The owner's own server cannot pass a bot check. It shows its `API_TOKEN` instead.
  const isOwner = hasApiToken(c.env, c.req.header('Authorization'));
  const isProven = isOwner || known?.isVerified === true || !c.env.TURNSTILE_SECRET;
  if (!isProven && turnstileToken === undefined) {
    const code = bearer === undefined ? 'challenge-required' : 'session-required';
    throw new ChatError(code, 'send the token of a passed Turnstile check as turnstileToken');
  }
  const now = Math.floor(Date.now() / 1_000);
  const newcomer = { id: crypto.randomUUID(), isVerified: !isProven, isNew: true, since: now };
  const visitor = isProven && known ? known : newcomer;
  if (isOwner) await checkBurst(c.env, `user ${user}`);
  else if (known) await checkBurst(c.env, `visitor ${known.id}`);
  const session = await renew(visitor, key, now);
  const asUser = { id: user, isVerified: true, isNew: false, isUser: true };
  return {
    visitor: isOwner ? asUser : visitor,
    session,
    ...(!isProven && { botCheck: turnstileToken ?? '' }),
  };
}

/**
 * Asks Turnstile whether a check was passed; a token is good for one question. Throws `challenge-required` where it was not passed
 * or Turnstile does not answer. Throws `not-configured` where our secret is wrong, which no visitor can solve.
 */
export async function verify(env: Env, token: string): Promise<void> {
  const body = new URLSearchParams({ secret: env.TURNSTILE_SECRET ?? '', response: token });
  const { isPassed, codes } = await askTurnstile(env.TURNSTILE_VERIFY_URL ?? VERIFY_URL, body);
  if (isPassed) return;
  log('challenge-failed', { detail: codes.join(' ') });
  if (codes.some((code) => /^(?:missing|invalid)-input-secret$/.test(code)))
    throw new ChatError('not-configured', 'TURNSTILE_SECRET is wrong');
  throw new ChatError('challenge-required', 'the Turnstile check was not passed');
}

/** What Turnstile says about a token. */
interface Verdict {
  readonly isPassed: boolean;
  readonly codes: readonly string[];
}

/** https://developers.cloudflare.com/turnstile/get-started/server-side-validation/ */
async function askTurnstile(url: string, body: URLSearchParams): Promise<Verdict> {
  try {
    const answer = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(VERIFY_TIMEOUT_MS) });
    const { success, 'error-codes': codes } = readObject(await answer.json());
    return { isPassed: success === true, codes: readList(codes).map(String) };
  } catch {
    // Counts as not passed: whoever can block our request to Turnstile must not get in by that.
    return { isPassed: false, codes: ['unreachable'] };
  }
}

async function renew({ id, isVerified, since }: Claims, key: string, now: number) {
  const expiresAt = Math.min(now + SESSION_SECONDS, since + PROOF_SECONDS);
  const claims = [id, isVerified ? 1 : 0, since, expiresAt].join('.');
  return { token: `${claims}.${await sign(key, claims)}`, expiresAt: expiresAt * 1_000 };
}

const TOKEN = /^(([\da-f-]{36})\.([01])\.(\d{1,12})\.(\d{1,12}))\.([\da-f]{64})$/;

/** What a session token says; undefined where we did not make it, or not for this origin, or it is too old. */
async function readToken(token: string, key: string): Promise<Claims | undefined> {
  const [, claims = '', id = '', isVerified, since, expiresAt, mac = ''] = TOKEN.exec(token) ?? [];
  const isOurs = mac !== '' && (await isSignature(mac, key, claims));
  if (!isOurs || Number(expiresAt) * 1_000 <= Date.now()) return undefined;
  return { id, isVerified: isVerified === '1', isNew: false, since: Number(since) };
}
