import type { Context, MiddlewareHandler } from 'hono';
import { ChatError } from '../../widget/protocol/chat-error.ts';
import { positiveInteger, turnTimeoutOf, type Env, type ObjectNamespace } from '../env.ts';
import { log } from '../log.ts';
import { networkOf } from '../network.ts';
import type { AppEnv, Reservation, Visitor } from '../ports.ts';
import { secretOf, sign } from '../signature.ts';
import type { SiteAnswer, SiteRequest } from './site-limit.ts';
import type { QuotaAnswer, ReserveRequest, SettleRequest } from './visitor-quota.ts';

const DAY_SECONDS = 86_400;
const QUOTA_LIMIT = 40;
const SITE_DAILY_LIMIT = 1_000;
/** A visitor who has passed the bot check may ask this many times as much. */
const VERIFIED_FACTOR = 3;
/** The part of the site's calls that one network may make. */
const NETWORK_SHARE = 0.1;
/** Past the longest turn, for the time settling takes. */
const LEASE_MARGIN_MS = 30_000;
/** For so long it is remembered that the site has had all, instead of asking again for each who comes. */
const CLOSED_MS = 10_000;
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 50;

let closedUntil = 0;

/** Lets a turn be reserved before anything is spent. On this machine only the limits that are set apply. */
export const quota: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { QUOTA, SITE, LOCAL, QUOTA_LIMIT: own, SITE_DAILY_LIMIT: daily } = c.env;
  const visitors = LOCAL === '1' && !own ? undefined : QUOTA;
  const site = LOCAL === '1' && !daily ? undefined : SITE;
  if (visitors ?? site)
    c.set('reserve', (turnId, visitor) => reserve(c, { turnId, visitor, visitors, site }));
  await next();
};

interface Request {
  readonly turnId: string;
  readonly visitor: Visitor | undefined;
  readonly visitors: ObjectNamespace | undefined;
  readonly site: ObjectNamespace | undefined;
}

async function reserve(c: Context<AppEnv>, request: Request): Promise<Reservation> {
  const { turnId, visitor, visitors, site } = request;
  const { env } = c;
  const today = await openDay(env, networkOf(c.req.raw));
  const call = toSiteRequest(env, today);
  if (site && today.now < closedUntil) throw refusal('site-limit', call.resetsAt);
  const window = windowOf(env, today, visitor);
  const turn: ReserveRequest = { id: turnId, ...window, leaseMs: turnTimeoutOf(env) + LEASE_MARGIN_MS };
  const object = visitors && { namespace: visitors, name: await today.nameOf(window.key) };
  const siteObject = site && { namespace: site, name: await today.nameOf('site') };
  // Beside each other, so that there is one hop before the model.
  const [own, all] = await Promise.all([
    object && post<QuotaAnswer>(object, 'reserve', turn),
    siteObject && post<SiteAnswer>(siteObject, 'begin', call),
  ]);
  const settle = (isRefund: boolean): Promise<QuotaAnswer> | undefined =>
    object && post(object, 'settle', { id: turnId, limit: window.limit, isRefund } satisfies SettleRequest);
  if (all?.refusedBy) {
    if (all.refusedBy === 'limit') closedUntil = today.now + CLOSED_MS;
    c.executionCtx.waitUntil(settle(true) ?? Promise.resolve());
    throw refusal(all.refusedBy === 'limit' ? 'site-limit' : 'quota-exceeded', call.resetsAt);
  }
  if (own?.state === 'refused') {
    // The model was never called, so this is no refund.
    if (siteObject) c.executionCtx.waitUntil(post(siteObject, 'undo', call));
    throw refusal('quota-exceeded', window.resetsAt);
  }
  return {
    quota: own && { limit: window.limit, remaining: own.remaining, resetsAt: window.resetsAt },
    settle: (isRefund) => {
      const settled = Promise.resolve(settle(isRefund)).catch((error: unknown) => {
        log('settle-failed', { queryId: turnId, detail: String(error) });
        return undefined;
      });
      c.executionCtx.waitUntil(settled);
      return settled.then((answer) => answer?.remaining);
    },
  };
}

interface Day {
  readonly now: number;
  readonly network: string;
  /** Milliseconds since the epoch. */
  readonly start: number;
  /** What stands for a visitor in a name or a row. The key is another one every day, so that nobody can be followed. */
  nameOf(what: string): Promise<string>;
}

async function openDay(env: Env, network: string): Promise<Day> {
  const now = Date.now();
  const start = now - (now % (DAY_SECONDS * 1_000));
  const key = await sign(secretOf(env), `quota ${start}`);
  return { now, start, network: await sign(key, `network ${network}`), nameOf: (what) => sign(key, what) };
}

/** Windows begin at midnight UTC, when the key changes, and never last longer than to the next one. */
function windowOf(env: Env, { now, start, network }: Day, visitor: Visitor | undefined) {
  const seconds = Math.min(positiveInteger(env.QUOTA_WINDOW, DAY_SECONDS), DAY_SECONDS);
  const index = Math.floor((now - start) / (seconds * 1_000));
  const limit = positiveInteger(env.QUOTA_LIMIT, QUOTA_LIMIT);
  const isVerified = visitor?.isVerified ?? false;
  return {
    // A session that proves nothing adds nothing: whoever has one shares the allowance of the network.
    key: `${isVerified ? `session ${visitor?.id}` : network} ${seconds} ${index}`,
    limit: isVerified ? limit * VERIFIED_FACTOR : limit,
    resetsAt: start + Math.min((index + 1) * seconds, DAY_SECONDS) * 1_000,
  };
}

function toSiteRequest(env: Env, { start, network }: Day): SiteRequest {
  const limit = positiveInteger(env.SITE_DAILY_LIMIT, SITE_DAILY_LIMIT);
  const share = Math.max(1, Math.floor(limit * NETWORK_SHARE));
  return { network, limit, share, resetsAt: start + DAY_SECONDS * 1_000 };
}

function refusal(code: 'quota-exceeded' | 'site-limit', resetsAt: number): ChatError {
  const retryAfter = Math.max(1, Math.ceil((resetsAt - Date.now()) / 1_000));
  return new ChatError(code, 'the allowance is used up', { retryAfter });
}

interface Target {
  readonly namespace: ObjectNamespace;
  readonly name: string;
}

/** Every request of ours may be sent again: a stub breaks when its object restarts, and the next one reaches it. */
async function post<Answer>({ namespace, name }: Target, path: string, body: object): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const init = { method: 'POST', body: JSON.stringify(body) } as const;
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
}
