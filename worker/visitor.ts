import type { Quota, Session } from '../widget/protocol/chat-event.ts';

/** Who asks: the holder of a session, or a user of the owner's own server. */
export interface Visitor {
  readonly id: string;
  /** The visitor has passed the bot check, or must pass it before the turn begins, or was named by the owner's server. */
  readonly isVerified: boolean;
  /** The visitor came without a valid session. */
  readonly isNew: boolean;
  /** The visitor is a user of the owner's server, which sends the question. */
  readonly isUser?: boolean;
}

/** What a request body says about who asks. */
export interface Introduction {
  readonly turnstileToken?: string | undefined;
  /** The name of a user of the owner's server. In requests of anybody else it is ignored. */
  readonly user?: string | undefined;
}

/** Who asks, with the session for the next request. */
export interface Identity {
  readonly visitor: Visitor;
  /** Sent to the client with the answer. */
  readonly session: Session;
  /** A Turnstile token, which must be verified before the question is answered. */
  readonly botCheck?: string | undefined;
}

/** Identifies who asks. Throws `session-required` or `challenge-required` where a bot check is missing, and `rate-limited`. */
export type Identify = (introduction: Introduction) => Promise<Identity>;

/** How many turns a visitor, a network or the whole site may have. */
export interface Limit {
  /** A hash: it cannot be traced back to a visitor or a network. */
  readonly name: string;
  readonly of: 'visitor' | 'network' | 'site';
  readonly most: number;
  /** How many turns this question counts as; 1 unless given. */
  readonly cost?: number;
  /** When the count begins anew, in milliseconds since the epoch. */
  readonly resetsAt: number;
}

/** The limits that a turn counts against, and the name of the Durable Object that counts. */
export interface Allowance {
  readonly book: string;
  readonly limits: readonly Limit[];
}

/**
 * Finds the limits that a turn counts against. Throws `quota-exceeded` or `site-limit` where one is known to be reached, unless
 * this turn may have been counted already.
 */
export type AllowanceOf = (
  visitor: Visitor | undefined,
  queryId: string,
  cost: number | undefined,
) => Promise<Allowance>;

/** How a turn ends in the quota. */
export interface Ending {
  /** `left` is a refund because the visitor did not wait for the end. The number of such refunds is limited. */
  readonly ending: 'charged' | 'refunded' | 'left';
  /** The model has begun to answer, so its call must be paid. */
  readonly hasBegun: boolean;
}

/** A turn that is counted in the quota and has not ended. */
export interface Reservation {
  /** How many turns the visitor has left after this one; undefined where only the site has a limit. */
  readonly quota: Quota | undefined;
  /** Ends the turn. Resolves with how many turns the visitor then has left; never rejects. Only the first call has an effect. */
  settle(ending: Ending): Promise<number | undefined>;
}

/** Counts a turn before it begins. Throws `quota-exceeded` or `site-limit`. */
export type Reserve = (turnId: string, allowance: Allowance) => Promise<Reservation | undefined>;
