import { numberOf, type Env } from '../env.ts';
import { networkOf, wideNetworkOf } from '../network.ts';
import type { Allowance, Limit, Visitor } from '../visitor.ts';
import { derive, secretOf, sign } from '../signature.ts';

const DAY_MS = 86_400_000;
/** Names the counter of all visitors together. */
const SITE = 'site';
const QUOTA_LIMIT = 40;
const SITE_DAILY_LIMIT = 1_000;
/** A visitor who has passed the bot check, and a user of the owner's server, may ask this many times as much. */
const VERIFIED_FACTOR = 3;
/** The part of the site's calls that one IPv4 address or IPv6 /56 may make. */
const NETWORK_SHARE = 0.1;
/** The part that one IPv6 /48 may make. */
const WIDE_NETWORK_SHARE = 0.25;
/**
 * The part of either network where visitors have passed the bot check: a whole office or mobile carrier may be one IPv4 address.
 */
const VERIFIED_NETWORK_SHARE = 0.5;
/** The part for all users of the owner's server together: the rest is for the visitors of the pages. */
const SERVER_SHARE = 0.5;
/**
 * The part that visitors may use together who pass the bot check with this question. The rest is for visitors who have passed it
 * earlier.
 */
const NEWCOMER_SHARE = 0.8;

/** Questions of one visitor in a window; 0 for no limit. */
export function visitorLimitOf({ QUOTA_LIMIT: limit }: Env): number {
  return numberOf(limit, QUOTA_LIMIT);
}

/** Model calls of the site in a day; 0 for no limit. */
export function siteLimitOf({ SITE_DAILY_LIMIT: limit }: Env): number {
  return numberOf(limit, SITE_DAILY_LIMIT);
}

/** Who asks, and how many questions the quota counts; one unless given. */
interface Asker {
  readonly visitor: Visitor | undefined;
  readonly cost?: number | undefined;
}

/**
 * The limits that a request's turn counts against, the widest first, and the object that counts them. On the owner's machine only
 * limits that are set count. Windows begin at midnight UTC and end before the next midnight. Then the key changes from which all
 * names are made, so that no visitor can be followed over days.
 */
export async function allowanceOf(env: Env, request: Request, { visitor, cost }: Asker): Promise<Allowance> {
  const isLocal = env.LOCAL === '1';
  const now = Date.now();
  const day = now - (now % DAY_MS);
  const resetsAt = day + DAY_MS;
  const key = await derive(secretOf(env), `quota ${day}`);
  const limits: Promise<Limit>[] = [];
  const add = async (of: Limit['of'], most: number, who: string): Promise<Limit> => {
    return { name: await sign(key, who), of, most, resetsAt, ...(cost && { cost }) };
  };
  const daily = siteLimitOf(env);
  if (daily > 0 && (!isLocal || env.SITE_DAILY_LIMIT)) {
    const partOf = (share: number): number => Math.max(1, Math.floor(daily * share));
    const isJustVerified = visitor?.isVerified === true && visitor.isNew;
    limits.push(
      add('site', isJustVerified ? partOf(NEWCOMER_SHARE) : daily, SITE),
      ...partsOf(request, visitor).map(([part, share]) => add('network', partOf(share), part)),
    );
  }
  const own = visitorLimitOf(env) * (visitor?.isVerified ? VERIFIED_FACTOR : 1);
  if (own > 0 && (!isLocal || env.QUOTA_LIMIT)) {
    const length = Math.min((numberOf(env.QUOTA_WINDOW, 0) || DAY_MS) * 1_000, DAY_MS);
    const index = Math.floor((now - day) / length);
    const window = { resetsAt: Math.min(day + (index + 1) * length, resetsAt) };
    const name = `visitor ${nameOf(request, visitor)} ${length} ${index}`;
    limits.push(add('visitor', own, name).then((limit) => ({ ...limit, ...window })));
  }
  return { book: await derive(key, SITE), limits: await Promise.all(limits) };
}

/** A session without a bot check can be had for nothing: its visitor shares the allowance of the network. */
function nameOf(request: Request, visitor: Visitor | undefined): string {
  if (!visitor?.isVerified) return `network ${networkOf(request)}`;
  return `${visitor.isUser ? 'user' : 'session'} ${visitor.id}`;
}

/**
 * The networks that a visitor is in, from the smallest on, and the share of the site's calls that each may use. For a user of the
 * owner's server it is the server alone.
 */
function partsOf(request: Request, visitor: Visitor | undefined): (readonly [string, number])[] {
  if (visitor?.isUser) return [['server', SERVER_SHARE]];
  const wide = wideNetworkOf(request);
  const shareOf = (share: number): number => (visitor?.isVerified ? VERIFIED_NETWORK_SHARE : share);
  return [
    [`network ${networkOf(request)}`, shareOf(NETWORK_SHARE)],
    ...(wide ? ([[`network ${wide}`, shareOf(WIDE_NETWORK_SHARE)]] as const) : []),
  ];
}
