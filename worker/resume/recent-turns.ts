import { type ChatEvent, isEnd } from '../../widget/protocol/chat-event.ts';
import type { Reader } from './stream-rest.ts';

/** An isolate's memory of a turn that it runs or has run. Plain data: requests may not share anything else. */
export interface RecentTurn {
  readonly queryId: string;
  readonly origin: string;
  readonly said: ChatEvent[];
  /** Readers that have come back, and when the last one went away. */
  readers: number;
  unreadSince: number;
  /** Stopped, or nobody came for its rest: nothing more will come, though its end was not said. */
  isGivenUp: boolean;
  /** An object has it too. */
  isParked: boolean;
  /** When its last event was said; undefined before. */
  endedAt?: number;
}

const KEEP_MS = 15_000;
const MAX_TURNS = 50;
/** An isolate has 128 MB for all its visitors. */
const MAX_EVENTS = 5_000;
const POLL_MS = 50;

const turns = new Map<string, RecentTurn>();

/**
 * Remembers a turn, until a while after its end. A Worker learns only by writing that a connection broke, so an answer may
 * seem to have been read to its end that was not: the isolate still has it, without another hop.
 */
export function rememberTurn(turn: RecentTurn): void {
  const now = Date.now();
  for (const { queryId, endedAt = now, said } of turns.values())
    if (now - endedAt > KEEP_MS || said.length > MAX_EVENTS) turns.delete(queryId);
  const [oldest] = turns.keys();
  if (turns.size >= MAX_TURNS && oldest !== undefined) turns.delete(oldest);
  turns.set(turn.queryId, turn);
}

/** The turn, if this isolate remembers it. */
export function recallTurn(queryId: string): RecentTurn | undefined {
  const turn = turns.get(queryId);
  if (turn && Date.now() - (turn.endedAt ?? Infinity) > KEEP_MS) turns.delete(queryId);
  return turn?.isGivenUp === true ? undefined : turns.get(queryId);
}

/** The events of a turn from one of them on, until its end or until its reader has left again. */
export async function* eventsFrom(
  turn: RecentTurn,
  from: number,
  reader: Reader,
): AsyncGenerator<ChatEvent, void> {
  turn.readers += 1;
  try {
    for (let next = from; !reader.hasLeft && !turn.isGivenUp;) {
      const event = turn.said[next];
      next += event ? 1 : 0;
      if (event) yield event;
      if (isEnd(event) || (next >= turn.said.length && isEnd(turn.said.at(-1)))) return;
      // The platform lets no request wait for a promise of another one.
      // oxlint-disable-next-line no-await-in-loop
      if (!event) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  } finally {
    turn.readers -= 1;
    turn.unreadSince = Date.now();
  }
}
