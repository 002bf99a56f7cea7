import type { Quota, Session } from '../widget/protocol/chat-event.ts';

/** Who asks, as far as a session tells, or the owner's own server. */
export interface Visitor {
  readonly id: string;
  /** Has passed the bot check, or will have before the turn begins, or the owner's server vouches for the id. */
  readonly isVerified: boolean;
  /** Comes without a session. */
  readonly isNew: boolean;
  /** Asks by way of the owner's server. */
  readonly isUser?: boolean;
}

/** What a body tells about who asks. */
export interface Introduction {
  readonly turnstileToken?: string | undefined;
  /** A name that the owner's server has for its user; from everybody else it counts for nothing. */
  readonly user?: string | undefined;
}

/** Somebody who asks. */
export interface Identity {
  readonly visitor: Visitor;
  /** To answer with. */
  readonly session: Session;
  /** The token of a check that has still to be passed before the question may be answered. */
  readonly botCheck?: string | undefined;
}

/** Tells who asks. Throws `session-required` or `challenge-required` where a bot check is missing, and `rate-limited`. */
export type Identify = (introduction: Introduction) => Promise<Identity>;

/** Turns that a visitor, one of the networks around the visitor, or the site may have. */
export interface Limit {
  /** Without meaning: nobody can be followed by it. */
  readonly name: string;
  readonly of: 'visitor' | 'network' | 'site';
  readonly most: number;
  /** Questions that this one counts as; 1 unless given. */
  readonly cost?: number;
  /** Milliseconds since the epoch. */
  readonly resetsAt: number;
}

/** The limits that a turn counts against, and the name of the object that counts. */
export interface Allowance {
  readonly book: string;
  readonly limits: readonly Limit[];
}

/**
 * Tells what a turn counts against. Throws `quota-exceeded` or `site-limit` where a limit is known to be reached, unless the turn
 * may be one that was counted before.
 */
export type AllowanceOf = (
  visitor: Visitor | undefined,
  queryId: string,
  cost: number | undefined,
) => Promise<Allowance>;

/** How a turn ends: charged, or given back. */
export interface Ending {
  /** `left` is a refund for a visitor who did not wait for the end: how often is limited. */
  readonly ending: 'charged' | 'refunded' | 'left';
  /** The model has begun to answer, so its call has to be paid. */
  readonly hasBegun: boolean;
}

/** A turn that is counted and not yet over. */
export interface Reservation {
  /** The turns that the visitor has left, this one counted; undefined where only the site has a limit. */
  readonly quota: Quota | undefined;
  /** Resolves with the number of turns that the visitor then has left; never rejects. Only the first call has an effect. */
  settle(ending: Ending): Promise<number | undefined>;
}

/** Reserves a turn. Throws `quota-exceeded` or `site-limit`. */
export type Reserve = (turnId: string, allowance: Allowance) => Promise<Reservation | undefined>;
