import { ChatError } from '../../widget/protocol/chat-error.ts';
import { inBackground } from '../background.ts';
import { resumeMsOf, turnTimeoutOf } from '../env.ts';
import { clientOf } from '../objects/object-client.ts';
import type { Allowance, Limit } from '../visitor.ts';
import type { AppMiddleware, Feature } from '../ports.ts';
import { pause } from '../timer.ts';
import {
  questionOf,
  type AdmitRequest,
  type BooksAnswer,
  type Refusal,
  type SettleRequest,
} from './books.ts';
import { allowanceOf } from './limits.ts';

/** A lease is this much longer than a turn and its wait for a reader, because charging takes time. */
const LEASE_MARGIN_MS = 30_000;
/** Refusals that are remembered, so that memory does not grow without end: then all are forgotten. */
const MAX_REFUSALS = 10_000;
/**
 * How late a good end may be reported. A turn is kept for longer than that: until it is reported, the same question joins it, and
 * cannot be taken for one whose turn was lost.
 */
const REPORT_AFTER_MS = 2_000;

/** The turns of one book that this isolate knows. */
interface TurnsOfBook {
  readonly book: string;
  /** Ids of questions whose turns run. A question that is asked again because its object was lost has the same id. */
  readonly open: Set<string>;
  /** Ids of turns that ended well, which is still to be reported. */
  readonly ended: string[];
}
/** The turns of today. Each day has a book of its own. */
let turnsOfToday: TurnsOfBook | undefined;

/**
 * Refusals, by the name of the limit that was reached. While one counts, turns are refused here, without a request to the object.
 */
const refusals = new Map<string, Refusal>();

/**
 * Sets `allowanceOf`, which finds the limits of a turn, and refuses it where one is known to be reached.
 *
 * @example
 * app.use('/api/*', allowances); // vars: QUOTA_LIMIT = 40 questions of a visitor, SITE_DAILY_LIMIT = 1000 of all
 */
export const allowances: AppMiddleware = async (c, next) => {
  if (c.env.QUOTA)
    c.set('allowanceOf', async (visitor, queryId, cost) => {
      const allowance = await allowanceOf(c.env, c.req.raw, { visitor, cost });
      checkRemembered(allowance, queryId);
      return allowance;
    });
  await next();
  const refusal = c.error?.cause;
  if (isRefusal(refusal)) remember(refusal);
};

/** Counts turns before anything that costs begins. */
export const books: Feature = ({ env, waitUntil }) => ({
  async reserve(id, { book, limits }) {
    if (limits.length === 0) return undefined;
    const ask = clientOf<BooksAnswer, AdmitRequest | SettleRequest>(env.QUOTA, book);
    const leaseMs = turnTimeoutOf(env) + resumeMsOf(env) + LEASE_MARGIN_MS;
    const turns = turnsIn(book);
    const ended = turns.ended.splice(0);
    const asking = ask('admit', { id, limits, leaseMs, ended });
    asking.catch(() => turns.ended.push(...ended));
    const { refusal, remaining = 0 } = (await asking) ?? {};
    if (refusal) throw quotaError(refusal, limits);
    turns.open.add(questionOf(id));
    const report = (request: SettleRequest) =>
      inBackground({ waitUntil }, ask('settle', request), { event: 'quota-failed', queryId: id });
    const own = limits.find(({ of }) => of === 'visitor');
    return {
      quota: own && { limit: own.most, remaining, resetsAt: own.resetsAt },
      async settle(ending) {
        turns.open.delete(questionOf(id));
        if (ending.ending === 'charged' && turns.open.size > 0) {
          turns.ended.push(id);
          waitUntil(reportLater(turns, report));
          return own && remaining;
        }
        const answer = await report({ id, ...ending, ended: turns.ended.splice(0) });
        return own && answer?.remaining;
      },
    };
  },
});

function turnsIn(book: string): TurnsOfBook {
  if (turnsOfToday?.book !== book) turnsOfToday = { book, open: new Set(), ended: [] };
  return turnsOfToday;
}

/** Reports good ends, unless another request of this isolate has reported them meanwhile. */
async function reportLater(
  turns: TurnsOfBook,
  report: (request: SettleRequest) => Promise<unknown>,
): Promise<void> {
  await pause(REPORT_AFTER_MS);
  const [id, ...ended] = turns.ended.splice(0);
  if (id !== undefined) await report({ id, ending: 'charged', hasBegun: true, ended });
}

/** Throws where a limit is known to be reached. A turn that was admitted before may be joined, which costs nothing more. */
function checkRemembered({ limits }: Allowance, queryId: string): void {
  for (const { name, most, cost = 1 } of limits) {
    const refusal = refusals.get(name);
    // The refused question counted more: this one may find room.
    if (!refusal || most > refusal.most || cost < (refusal.cost ?? 1)) continue;
    if (refusal.until <= Date.now()) refusals.delete(name);
    else if (!refusal.open.includes(queryId)) throw quotaError(refusal, limits);
  }
}

function remember(refusal: Refusal): void {
  if (refusals.size === MAX_REFUSALS) refusals.clear();
  refusals.set(refusal.name, refusal);
}

function isRefusal(cause: unknown): cause is Refusal {
  return typeof cause === 'object' && cause !== null && 'open' in cause;
}

function quotaError(refusal: Refusal, limits: readonly Limit[]): ChatError {
  const { of = 'visitor', resetsAt = 0 } = limits.find(({ name }) => name === refusal.name) ?? {};
  const retryAfter = Math.max(1, Math.ceil((resetsAt - Date.now()) / 1_000));
  const code = of === 'site' ? 'site-limit' : 'quota-exceeded';
  return new ChatError(code, 'the allowance is used up', { retryAfter, cause: refusal });
}
