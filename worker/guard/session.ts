import type { Context, MiddlewareHandler } from 'hono';
import { ChatError } from '../../widget/protocol/chat-error.ts';
import type { AppEnv } from '../ports.ts';
import { isSame, secretOf, sign } from '../signature.ts';
import { checkBurst } from './limits.ts';
import { verifyChallenge } from './turnstile.ts';

const SESSION_SECONDS = 1_800;
/** However often a session is renewed, the visitor proves again after this time. */
const PROOF_SECONDS = 43_200;

interface Claims {
  readonly id: string;
  readonly isVerified: boolean;
  /** When the visitor proved not to be a bot, or first came; in seconds since the epoch. */
  readonly since: number;
}

/** Lets a turn ask who the visitor is: by the token of an earlier turn, by a passed bot check, or as somebody new. */
export const session: MiddlewareHandler<AppEnv> = async (c, next) => {
  c.set('identify', async (turnstileToken) => {
    const origin = c.req.header('Origin') ?? new URL(c.req.url).origin;
    const key = await sign(secretOf(c.env), `session ${origin}`);
    const claims = await claimsOf(c, key, turnstileToken);
    await checkBurst(c.env, `visitor ${claims.id}`);
    return {
      visitor: { id: claims.id, isVerified: claims.isVerified },
      session: await renew(claims, key),
    };
  });
  await next();
};

async function claimsOf(
  c: Context<AppEnv>,
  key: string,
  turnstileToken: string | undefined,
): Promise<Claims> {
  const bearer = /^Bearer (.+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
  const known = bearer === undefined ? null : await readToken(bearer, key);
  const { TURNSTILE_SECRET, TURNSTILE_VERIFY_URL } = c.env;
  if (!TURNSTILE_SECRET) return known ?? newcomer(false);
  if (known?.isVerified) return known;
  if (turnstileToken === undefined) {
    const code = bearer === undefined ? 'challenge-required' : 'session-required';
    throw new ChatError(code, 'send the token of a passed Turnstile check as turnstileToken');
  }
  await verifyChallenge(turnstileToken, TURNSTILE_SECRET, TURNSTILE_VERIFY_URL);
  return newcomer(true);
}

function newcomer(isVerified: boolean): Claims {
  return { id: crypto.randomUUID(), isVerified, since: Math.floor(Date.now() / 1_000) };
}

/** The key is bound to the origin, so a token that another site has got hold of is worth nothing there. */
async function renew({ id, isVerified, since }: Claims, key: string) {
  const expiresAt = Math.min(Math.floor(Date.now() / 1_000) + SESSION_SECONDS, since + PROOF_SECONDS);
  const claims = [id, isVerified ? 1 : 0, since, expiresAt].join('.');
  return { token: `${claims}.${await sign(key, claims)}`, expiresAt: expiresAt * 1_000 };
}

const TOKEN = /^(([\da-f-]{36})\.([01])\.(\d{1,12})\.(\d{1,12}))\.([\da-f]{64})$/;

/** Null for a token that is not ours, not for this origin, or too old. */
async function readToken(token: string, key: string): Promise<Claims | null> {
  const [, claims = '', id = '', isVerified, since, expiresAt, mac = ''] = TOKEN.exec(token) ?? [];
  const isOurs = claims !== '' && (await isSame(await sign(key, claims), mac));
  if (!isOurs || Number(expiresAt) * 1_000 <= Date.now()) return null;
  return { id, isVerified: isVerified === '1', since: Number(since) };
}
