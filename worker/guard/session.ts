import type { Context, MiddlewareHandler } from 'hono';
import { ChatError } from '../../widget/protocol/chat-error.ts';
import { networkOf } from '../network.ts';
import type { AppEnv, Visitor } from '../ports.ts';
import { isSignature, secretOf, sign } from '../signature.ts';
import { checkBurst } from './limits.ts';
import { verifyChallenge } from './turnstile.ts';

const SESSION_SECONDS = 1_800;
/** However often a session is renewed, the visitor proves again after this time. */
const PROOF_SECONDS = 43_200;
const MAX_SUSPECTS = 1_000;

/** Networks that failed a check lately, as far as this isolate knows: nothing is begun for them before the next verdict. */
const suspects = new Set<string>();

interface Claims extends Visitor {
  /** When the visitor proved not to be a bot, or first came; in seconds since the epoch. */
  readonly since: number;
}

/** Lets a turn ask who the visitor is: by the token of an earlier turn, by a bot check, or as somebody new. */
export const session: MiddlewareHandler<AppEnv> = async (c, next) => {
  c.set('identify', async (turnstileToken) => {
    const origin = c.req.header('Origin') ?? new URL(c.req.url).origin;
    // The key is bound to the origin, so a token that another site has got hold of is worth nothing there.
    const key = await sign(secretOf(c.env), `session ${origin}`);
    const bearer = /^Bearer (.+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
    const known = bearer === undefined ? undefined : await readToken(bearer, key);
    const isProof = known?.isVerified === true || !c.env.TURNSTILE_SECRET;
    if (!isProof && turnstileToken === undefined) {
      const code = bearer === undefined ? 'challenge-required' : 'session-required';
      throw new ChatError(code, 'send the token of a passed Turnstile check as turnstileToken');
    }
    const visitor = isProof && known ? known : newcomer(!isProof);
    if (known) await checkBurst(c.env, `visitor ${known.id}`);
    const renewed = await renew(visitor, key);
    const proof = isProof ? Promise.resolve() : verify(c, turnstileToken ?? '');
    if (suspects.has(networkOf(c.req.raw))) await proof;
    return { visitor, session: renewed, proof };
  });
  await next();
};

async function verify({ env, req }: Context<AppEnv>, turnstileToken: string): Promise<void> {
  const network = networkOf(req.raw);
  try {
    await verifyChallenge(turnstileToken, env.TURNSTILE_SECRET ?? '', env.TURNSTILE_VERIFY_URL);
    suspects.delete(network);
  } catch (error) {
    if (suspects.size === MAX_SUSPECTS) suspects.clear();
    suspects.add(network);
    throw error;
  }
}

function newcomer(isVerified: boolean): Claims {
  return { id: crypto.randomUUID(), isVerified, isNew: true, since: Math.floor(Date.now() / 1_000) };
}

async function renew({ id, isVerified, since }: Claims, key: string) {
  const expiresAt = Math.min(Math.floor(Date.now() / 1_000) + SESSION_SECONDS, since + PROOF_SECONDS);
  const claims = [id, isVerified ? 1 : 0, since, expiresAt].join('.');
  return { token: `${claims}.${await sign(key, claims)}`, expiresAt: expiresAt * 1_000 };
}

const TOKEN = /^(([\da-f-]{36})\.([01])\.(\d{1,12})\.(\d{1,12}))\.([\da-f]{64})$/;

/** Undefined for a token that is not ours, not for this origin, or too old. */
async function readToken(token: string, key: string): Promise<Claims | undefined> {
  const [, claims = '', id = '', isVerified, since, expiresAt, mac = ''] = TOKEN.exec(token) ?? [];
  const isOurs = mac !== '' && (await isSignature(mac, key, claims));
  if (!isOurs || Number(expiresAt) * 1_000 <= Date.now()) return undefined;
  return { id, isVerified: isVerified === '1', isNew: false, since: Number(since) };
}
