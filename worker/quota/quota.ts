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

/** Past the longest turn and the wait for a reader at its end, for the time that charging takes. */
const LEASE_MARGIN_MS = 30_000;
const MAX_REFUSALS = 10_000;
/** A turn is forgotten later: whoever asks the same before joins it, and cannot be taken for somebody whose turn was lost. */
const TELL_MS = 2_000;

/** What this isolate knows of the turns in a book. */
interface Tab {
  readonly book: string;
  /** Questions: one that is asked again, since its turn was lost with its object, is the same. */
  readonly open: Set<string>;
  /** Turns that ended well, which the book is still to be told of. */
  readonly ended: string[];
}
/** Of today's book: each day has another one. */
let currentTab: Tab | undefined;

/** Limits that were reached, by name: whoever is refused again meanwhile costs no request. */
const refusals = new Map<string, Refusal>();

/**
 * Tells what a turn counts against, and refuses it where that is known to be used up.
 *
 * @example
 * app.use('/api/*', allowances); // vars: QUOTA_LIMIT = 40 questions of a visitor, SITE_DAILY_LIMIT = 1000 of all
 */
export const allowances: AppMiddleware = async (c, next) => {
  if (c.env.QUOTA)
    c.set('allowanceOf', async (visitor, queryId, cost) => {
      const allowance = await allowanceOf(c.env, c.req.raw, { visitor, cost });
      checkKnown(allowance, queryId);
      return allowance;
    });
  await next();
  const refusal = c.error?.cause;
  if (isRefusal(refusal)) remember(refusal);
};

/** Counts turns before anything is spent. */
export const books: Feature = ({ env, waitUntil }) => ({
  async reserve(id, { book, limits }) {
    if (limits.length === 0) return undefined;
    const ask = clientOf<BooksAnswer, AdmitRequest | SettleRequest>(env.QUOTA, book);
    const leaseMs = turnTimeoutOf(env) + resumeMsOf(env) + LEASE_MARGIN_MS;
    const tab = tabOf(book);
    const ended = tab.ended.splice(0);
    const asking = ask('admit', { id, limits, leaseMs, ended });
    asking.catch(() => tab.ended.push(...ended));
    const { refusal, remaining = 0 } = (await asking) ?? {};
    if (refusal) throw refused(refusal, limits);
    tab.open.add(questionOf(id));
    const tell = (request: SettleRequest) =>
      inBackground({ waitUntil }, ask('settle', request), { event: 'quota-failed', queryId: id });
    const own = limits.find(({ of }) => of === 'visitor');
    return {
      quota: own && { limit: own.most, remaining, resetsAt: own.resetsAt },
      async settle(ending) {
        tab.open.delete(questionOf(id));
        if (ending.ending === 'charged' && tab.open.size > 0) {
          tab.ended.push(id);
          waitUntil(tellLater(tab, tell));
          return own && remaining;
        }
        const answer = await tell({ id, ...ending, ended: tab.ended.splice(0) });
        return own && answer?.remaining;
      },
    };
  },
});

function tabOf(book: string): Tab {
  if (currentTab?.book !== book) currentTab = { book, open: new Set(), ended: [] };
  return currentTab;
}

/** Tells the book of good ends that no other request of this isolate has told it of meanwhile. */
async function tellLater(tab: Tab, tell: (request: SettleRequest) => Promise<unknown>): Promise<void> {
  await pause(TELL_MS);
  const [id, ...ended] = tab.ended.splice(0);
  if (id !== undefined) await tell({ id, ending: 'charged', hasBegun: true, ended });
}

/** A turn that was admitted while its limit was not yet reached may be joined: it costs nothing more. */
function checkKnown({ limits }: Allowance, queryId: string): void {
  for (const { name, most, cost = 1 } of limits) {
    const refusal = refusals.get(name);
    // A question that counts less may find room.
    if (!refusal || most > refusal.most || cost < (refusal.cost ?? 1)) continue;
    if (refusal.until <= Date.now()) refusals.delete(name);
    else if (!refusal.open.includes(queryId)) throw refused(refusal, limits);
  }
}

function remember(refusal: Refusal): void {
  if (refusals.size === MAX_REFUSALS) refusals.clear();
  refusals.set(refusal.name, refusal);
}

function isRefusal(cause: unknown): cause is Refusal {
  return typeof cause === 'object' && cause !== null && 'open' in cause;
}

function refused(refusal: Refusal, limits: readonly Limit[]): ChatError {
  const { of = 'visitor', resetsAt = 0 } = limits.find(({ name }) => name === refusal.name) ?? {};
  const retryAfter = Math.max(1, Math.ceil((resetsAt - Date.now()) / 1_000));
  const code = of === 'site' ? 'site-limit' : 'quota-exceeded';
  return new ChatError(code, 'the allowance is used up', { retryAfter, cause: refusal });
}
