import { ChatError } from '../../widget/protocol/chat-error.ts';
import { positiveInteger, turnTimeoutOf, type Env, type ObjectNamespace } from '../env.ts';
import { log } from '../log.ts';
import { networkOf } from '../network.ts';
import type { AppContext, AppMiddleware, Reserve, Visitor } from '../ports.ts';
import { secretOf, sign } from '../signature.ts';
import type { SiteAnswer, SiteRequest } from './site-limit.ts';
import type { QuotaAnswer, ReserveRequest, SettleRequest } from './visitor-quota.ts';

const DAY_MS = 86_400_000;
const QUOTA_LIMIT = 40;
const SITE_DAILY_LIMIT = 1_000;
/** A visitor who has passed the bot check may ask this many times as much. */
const VERIFIED_FACTOR = 3;
/** The part of the site's calls that one network may make. */
const NETWORK_SHARE = 0.1;
/** The part that checks passed just now may use; the rest is kept for those who are in a conversation. */
const NEWCOMER_SHARE = 0.8;
/** Past the longest turn, for the time settling takes. */
const LEASE_MARGIN_MS = 30_000;
/** For so long it is remembered that the site has had all, instead of asking again for each who comes. */
const CLOSED_MS = 10_000;
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 50;

let closedUntil = 0;

/** Lets a turn be reserved before anything is spent. On this machine only the limits that are set apply. */
export const quota: AppMiddleware = async (c, next) => {
  const { QUOTA, SITE, LOCAL, QUOTA_LIMIT: own, SITE_DAILY_LIMIT: daily } = c.env;
  const visitors = LOCAL === '1' && !own ? undefined : QUOTA;
  const site = LOCAL === '1' && !daily ? undefined : SITE;
  if (visitors ?? site) c.set('reserve', reserveIn(c, visitors, site));
  await next();
};

function reserveIn(c: AppContext, visitors?: ObjectNamespace, site?: ObjectNamespace): Reserve {
  return async (id, visitor) => {
    const { own, all } = await limitsOf(c.env, networkOf(c.req.raw), visitor);
    const { limit, resetsAt } = own;
    const askVisitor = clientOf<QuotaAnswer, ReserveRequest | SettleRequest>(visitors, own.name);
    const askSite = clientOf<SiteAnswer, SiteRequest>(site, all.name);
    if (site && Date.now() < closedUntil) throw refusal('site-limit', all.resetsAt);
    // Beside each other, so that there is one hop before the model.
    const leaseMs = turnTimeoutOf(c.env) + LEASE_MARGIN_MS;
    const [held, begun] = await Promise.all([
      askVisitor('reserve', { id, limit, resetsAt, leaseMs }),
      askSite('begin', all),
    ]);
    const finish = async <T>(work: Promise<T>): Promise<T | undefined> => {
      const done = work.catch((error: unknown) => {
        log('settle-failed', { queryId: id, detail: String(error) });
      });
      c.executionCtx.waitUntil(done);
      return (await done) ?? undefined;
    };
    const settle = async (isRefund: boolean) =>
      (await finish(askVisitor('settle', { id, limit, isRefund })))?.remaining;
    const release = (): void => {
      if (held?.state === 'held') void settle(true);
      if (begun?.refusedBy === null) void finish(askSite('undo', all));
    };
    const refusedBy = begun?.refusedBy ?? (held?.state === 'refused' ? 'own' : null);
    if (refusedBy === null)
      return { quota: held && { limit, remaining: held.remaining, resetsAt }, settle, release };
    release();
    if (refusedBy === 'own') throw refusal('quota-exceeded', resetsAt);
    if (refusedBy === 'share') throw refusal('quota-exceeded', all.resetsAt);
    if (all.limit === all.daily) closedUntil = Date.now() + CLOSED_MS;
    throw refusal('site-limit', all.resetsAt);
  };
}

/**
 * The allowance of a visitor and that of the site, and the objects that count them. Windows begin at midnight UTC and
 * never last longer than to the next one, when the key of all names changes, so that nobody can be followed.
 */
async function limitsOf(env: Env, network: string, visitor: Visitor | undefined) {
  const now = Date.now();
  const day = now - (now % DAY_MS);
  const key = await sign(secretOf(env), `quota ${day}`);
  const [site, networkName] = await Promise.all([sign(key, 'site'), sign(key, `network ${network}`)]);
  const length = Math.min(positiveInteger(env.QUOTA_WINDOW, DAY_MS) * 1_000, DAY_MS);
  const index = Math.floor((now - day) / length);
  // A session that proves nothing adds nothing: whoever has one shares the allowance of the network.
  const who = visitor?.isVerified ? await sign(key, `session ${visitor.id}`) : networkName;
  const limit = positiveInteger(env.QUOTA_LIMIT, QUOTA_LIMIT) * (visitor?.isVerified ? VERIFIED_FACTOR : 1);
  const daily = positiveInteger(env.SITE_DAILY_LIMIT, SITE_DAILY_LIMIT);
  const share = Math.max(1, Math.floor(daily * NETWORK_SHARE));
  const isJustVerified = visitor?.isVerified === true && visitor.isNew;
  const most = isJustVerified ? Math.max(1, Math.floor(daily * NEWCOMER_SHARE)) : daily;
  const name = `${who} ${length} ${index}`;
  return {
    own: { name, limit, resetsAt: day + Math.min((index + 1) * length, DAY_MS) },
    all: { name: site, network: networkName, limit: most, daily, share, resetsAt: day + DAY_MS },
  };
}

function refusal(code: 'quota-exceeded' | 'site-limit', resetsAt: number): ChatError {
  const retryAfter = Math.max(1, Math.ceil((resetsAt - Date.now()) / 1_000));
  return new ChatError(code, 'the allowance is used up', { retryAfter });
}

/**
 * Asks one object. Every request of ours may be sent again: a stub breaks when its object restarts, and the next one
 * reaches it.
 */
function clientOf<Answer, Body extends object>(namespace: ObjectNamespace | undefined, name: string) {
  return async (path: string, body: Body): Promise<Answer | undefined> => {
    if (namespace === undefined) return undefined;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const init = { method: 'POST', body: JSON.stringify(body) };
        // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
        const answer = await namespace.getByName(name).fetch(`https://quota/${path}`, init);
        // oxlint-disable-next-line no-await-in-loop
        return (await answer.json()) as Answer;
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
        // oxlint-disable-next-line no-await-in-loop
        await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** attempt));
      }
    }
  };
}
