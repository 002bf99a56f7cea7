import { type ChatEvent, isEnd } from '../../widget/protocol/chat-event.ts';
import { log } from '../log.ts';
import { clientOf, type ObjectClient } from '../objects/object-client.ts';
import type { AppContext, Resumable } from '../ports.ts';
import type { QueryId } from '../signature.ts';
import { Change } from './change.ts';
import { rememberTurn, type RecentTurn } from './recent-turns.ts';
import type { FeedAnswer, FeedRequest } from './parked-turn.ts';
import { unreadMs } from './unread-ms.ts';

/** The platform ends all work 30 seconds after a client has gone; two are left for the charge or the refund. */
const LIMIT_MS = 28_000;
/** Whether somebody reads, or has stopped the turn, has to be asked for. */
const FEED_INTERVAL_MS = 500;

/**
 * A turn that can be continued on another connection. While its reader is there it only remembers its events. When the
 * reader has gone it passes them to a Durable Object, and each further one, until the turn is over, was stopped, or
 * nobody came for it.
 */
export class ResumableTurn implements Resumable {
  readonly links: Resumable['links'];
  readonly #context: AppContext;
  readonly #patienceMs: number;
  readonly #turn: RecentTurn;
  readonly #ask: ObjectClient<FeedAnswer, FeedRequest>;
  readonly #change = new Change();
  #resolveRead: () => void = () => undefined;

  /** `patienceMs`: how long the turn goes on with nobody reading it. */
  constructor(context: AppContext, { id, key }: QueryId, patienceMs: number) {
    this.#context = context;
    this.#patienceMs = patienceMs;
    const origin = context.req.header('Origin') ?? '';
    this.#turn = {
      queryId: id,
      origin,
      said: [],
      readers: 0,
      unreadSince: 0,
      isGivenUp: false,
      isParked: false,
    };
    this.#ask = clientOf(context.env.RESUME, id, { Origin: origin });
    const path = `/api/chat/${id}`;
    this.links = { resume: `${path}?key=${key}`, stop: `${path}/stop?key=${key}` };
  }

  untilRead(): Promise<void> | undefined {
    if (!this.#turn.isParked) return undefined;
    this.#change.notify();
    return new Promise((resolve) => {
      this.#resolveRead = resolve;
    });
  }

  remember(event: ChatEvent): void {
    if (this.#turn.said.push(event) === 1) rememberTurn(this.#turn);
    if (isEnd(event)) this.#turn.endedAt = Date.now();
  }

  park(events: AsyncGenerator<ChatEvent, void>, abort: () => void): boolean {
    if (this.#turn.said.length === 0) return false;
    // A cancelled body and an aborted request tell of one and the same reader.
    if (this.#turn.isParked) return true;
    this.#turn.isParked = true;
    this.#context.executionCtx.waitUntil(this.#keep(events, abort));
    return true;
  }

  async #keep(events: AsyncGenerator<ChatEvent, void>, abort: () => void): Promise<void> {
    this.#turn.unreadSince = Date.now();
    const generation = this.#drain(events);
    try {
      if (await this.#feed()) return;
    } catch (error) {
      log('resume-failed', { queryId: this.#turn.queryId, detail: String(error) });
    }
    this.#turn.isGivenUp = true;
    abort();
    this.#resolveRead();
    await Promise.allSettled([this.#ask('feed', { from: 0, events: [], isGivenUp: true }), generation]);
  }

  async #drain(events: AsyncGenerator<ChatEvent, void>): Promise<void> {
    for await (const event of events) {
      this.remember(event);
      this.#change.notify();
    }
  }

  /** Resolves with true when all was handed over, and with false when nobody wants the rest. */
  async #feed(): Promise<boolean> {
    const until = Date.now() + LIMIT_MS;
    const { said } = this.#turn;
    for (let from = 0; ;) {
      const events = said.slice(from);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const answer = await this.#ask('feed', { from, events });
      if (answer === undefined || answer.isStopped) return isEnd(said.at(-1));
      from = answer.count;
      if (isEnd(said[from - 1])) return true;
      const unread = Math.min(answer.unreadMs, unreadMs(this.#turn));
      if (unread === 0) this.#resolveRead();
      if (unread > this.#patienceMs || Date.now() > until) return false;
      // oxlint-disable-next-line no-await-in-loop
      if (from === said.length) await this.#change.next(FEED_INTERVAL_MS);
    }
  }
}
