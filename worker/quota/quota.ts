import { ChatError } from '../../widget/protocol/chat-error.ts';
import { inBackground } from '../background.ts';
import { resumeMsOf, turnTimeoutOf, type ObjectNamespace } from '../env.ts';
import type { AppContext, AppMiddleware, Reservation, Reserve } from '../ports.ts';
import { limitsOf, siteLimitOf, visitorLimitOf, type SiteAllowance } from './limits.ts';
import { clientOf } from '../objects/object-client.ts';
import type { SiteAnswer, SiteRequest } from './site-limit.ts';
import type { EndRequest, QuotaAnswer, ReserveRequest, TurnEnding } from './visitor-quota.ts';

/** Past the longest turn and the wait for a reader at its end, for the time that charging takes. */
const LEASE_MARGIN_MS = 30_000;
/** Time for which it is remembered that the site's limit is reached, instead of asking again for each visitor. */
const CLOSED_MS = 10_000;

/** A limit of the site that was reached, and until when that is remembered. */
let closed = { limit: 0, until: 0 };

/**
 * Lets a turn be reserved before anything is spent. On this machine only the limits that are set apply.
 *
 * @example
 * app.use('/api/*', quota); // vars: QUOTA_LIMIT = 40 questions of a visitor, SITE_DAILY_LIMIT = 1000 of all
 */
export const quota: AppMiddleware = async (c, next) => {
  const { QUOTA, SITE, LOCAL, QUOTA_LIMIT, SITE_DAILY_LIMIT } = c.env;
  const isLocal = LOCAL === '1';
  const visitors = visitorLimitOf(c.env) === 0 || (isLocal && !QUOTA_LIMIT) ? undefined : QUOTA;
  const site = siteLimitOf(c.env) === 0 || (isLocal && !SITE_DAILY_LIMIT) ? undefined : SITE;
  if (visitors ?? site) c.set('reserve', reserveIn(c, visitors, site));
  await next();
};

function reserveIn(c: AppContext, visitors?: ObjectNamespace, site?: ObjectNamespace): Reserve {
  return async (id, visitor) => {
    const { own, all } = await limitsOf(c.env, c.req.raw, visitor);
    const { limit, resetsAt } = own;
    if (site && Date.now() < closed.until && all.daily <= closed.limit)
      throw refusal('site-limit', all.resetsAt);
    const askVisitor = clientOf<QuotaAnswer, ReserveRequest | EndRequest>(visitors, own.name);
    const askSite = clientOf<SiteAnswer, SiteRequest>(site, all.name);
    // Beside each other, so that there is one hop before the model.
    const leaseMs = turnTimeoutOf(c.env) + resumeMsOf(c.env) + LEASE_MARGIN_MS;
    const answers = await Promise.allSettled([
      askVisitor('reserve', { id, limit, resetsAt, leaseMs }),
      askSite('begin', { id, ...all }),
    ]);
    const [reserved, begun] = [valueOf(answers[0]), valueOf(answers[1])];
    const isReserved = reserved?.state === 'reserved';
    const finish = <T>(work: Promise<T>) => inBackground(c, work, { event: 'quota-failed', queryId: id });
    const end = async (ending: TurnEnding) => {
      const answer = isReserved ? await finish(askVisitor('end', { id, limit, ending })) : undefined;
      return answer?.remaining;
    };
    const refund: Reservation['refund'] = async ({ hasLeft, hasBegun }) => {
      // A model that has begun to answer has to be paid: by the site, and by the network of a visitor who has left.
      const reason = hasBegun ? 'broken' : hasLeft ? 'left' : undefined;
      if (begun?.refusedBy === null && !(hasBegun && hasLeft))
        void finish(askSite('undo', { id, ...all, reason }));
      return end(hasLeft ? 'left' : 'refunded');
    };
    // An object that cannot be reached refuses too: the turn that the other one has counted is given back.
    const lost = answers.find((answer) => answer.status === 'rejected');
    const isRefused = reserved?.state === 'refused';
    if (lost || isRefused || (begun?.refusedBy ?? null) !== null) {
      void refund({ hasLeft: false, hasBegun: false });
      throw lost ? lost.reason : refusalOf(begun?.refusedBy, all, resetsAt);
    }
    const remaining = reserved && { limit, remaining: reserved.remaining, resetsAt };
    return { quota: remaining, charge: () => end('charged'), refund };
  };
}

function valueOf<T>(answer: PromiseSettledResult<T>): T | undefined {
  return answer.status === 'fulfilled' ? answer.value : undefined;
}

/** The error for a turn that the site refuses, or else the visitor's own allowance. */
function refusalOf(refusedBy: SiteAnswer['refusedBy'] | undefined, all: SiteAllowance, resetsAt: number) {
  if (refusedBy === 'share') return refusal('quota-exceeded', all.resetsAt);
  if (refusedBy !== 'limit') return refusal('quota-exceeded', resetsAt);
  if (all.limit === all.daily) closed = { limit: all.daily, until: Date.now() + CLOSED_MS };
  return refusal('site-limit', all.resetsAt);
}

function refusal(code: 'quota-exceeded' | 'site-limit', resetsAt: number): ChatError {
  const retryAfter = Math.max(1, Math.ceil((resetsAt - Date.now()) / 1_000));
  return new ChatError(code, 'the allowance is used up', { retryAfter });
}
