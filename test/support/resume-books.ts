import type { TurnRow } from './plain-workerd.ts';

/** The end of a turn as the Worker has logged it. */
export interface EndedTurn {
  readonly queryId: string;
  /** `done`, `failed`, or `left` if no reader was left. */
  readonly outcome: string;
}

/** The result of one question. */
export interface SoakedTurn {
  /** How it was interrupted, such as `reload, socket cut`. */
  readonly interruption: string;
  /** Milliseconds from the question to the interruption. */
  readonly at: number;
  /** Milliseconds from the last interruption to the end of the answer. */
  readonly took: number;
  readonly outcome: Outcome;
  /** Id of the turn whose answer the visitor has. */
  readonly queryId: string | undefined;
  /** How often the browser has sent the question: again where a connection broke before a byte of the answer. */
  readonly sent: number;
  /** How the answer differs from the right one; absent if it does not differ. */
  readonly fault?: string;
}

/**
 * `whole`: the answer is complete, to the character. `not begun`: the visitor left before the first event, so that no answer can be
 * continued; the page offers to ask the question again.
 */
export type Outcome = 'whole' | 'not begun' | 'wrong';

/** The results of a run with many interrupted answers. */
export interface SoakResult {
  readonly turns: readonly SoakedTurn[];
  /** The rows that the Worker's quota has stored for these turns. */
  readonly rows: readonly TurnRow[];
  /** The ends of these turns in the Worker's log. */
  readonly ended: readonly EndedTurn[];
  /** Turns whose end went to a browser that had its connection open. */
  readonly delivered: ReadonlySet<string>;
  /** How often the model was asked. */
  readonly asked: number;
}

/** Reads the ends of all turns from what a Worker has written. */
export function endedTurns(output: string): readonly EndedTurn[] {
  const lines = output.split('\n').filter((line) => line.startsWith('{"event":"turn"'));
  return lines.map((line) => JSON.parse(line) as EndedTurn);
}

/** States in which a turn may end whose answer no visitor has. */
const UNREAD_STATES: ReadonlySet<string> = new Set(['left', 'refunded']);

/**
 * What is wrong with the books of a soak, one line each. Every answer that was read to its end is charged, once; every
 * other turn is one whose `start` never reached its page, and is given back unless the browser took its end all the same
 * (see {@link chargedUnread}). Chromium sends a question again where a connection broke before the head of its answer, so
 * there may be two turns of one question.
 */
export function faultsOfBooks({ turns, rows, ended, asked, delivered }: SoakResult): readonly string[] {
  const states = new Map(rows.map(({ queryId, state }) => [queryId, state]));
  const outcomes = new Map(ended.map(({ queryId, outcome }) => [queryId, outcome]));
  const read = idsOfRead(turns);
  const owners = new Set(read);
  const sent = turns.reduce((sum, turn) => sum + turn.sent, 0);
  const faults = [
    ...read.filter((id) => states.get(id) !== 'charged').map((id) => `read, but ${states.get(id)}: ${id}`),
    ...rows
      .filter(({ queryId, state }) => !owners.has(queryId) && !UNREAD_STATES.has(state))
      .filter(({ queryId, state }) => state !== 'charged' || !delivered.has(queryId))
      .map(({ queryId, state }) => `not read, but ${state}: ${queryId}`),
    ...rows
      .filter(({ queryId, state }) => (outcomes.get(queryId) === 'done') !== (state === 'charged'))
      .map(({ queryId, state }) => `${state}, but ${outcomes.get(queryId)} in the log: ${queryId}`),
  ];
  if (owners.size !== read.length) faults.push('two answers of one turn');
  if (ended.length !== rows.length)
    faults.push(`${ended.length} turns have ended, ${rows.length} are booked`);
  if (rows.length > sent) faults.push(`${rows.length} turns of ${sent} requests`);
  if (asked > rows.length) faults.push(`${asked} calls of the model, ${rows.length} turns`);
  return faults;
}

/**
 * Turns that are charged although no page has their answers. Over HTTP/1.1 Chromium does not close a connection whose
 * page has gone between the head of an answer and its first read: it reads on for five seconds or 16 KB, to use the
 * connection again (`HttpResponseBodyDrainer`), and no server can tell. Over HTTP/2 it resets the stream.
 */
export function chargedUnread({ turns, rows }: SoakResult): readonly string[] {
  const owners = new Set(idsOfRead(turns));
  return rows
    .filter(({ queryId, state }) => state === 'charged' && !owners.has(queryId))
    .map(({ queryId }) => queryId);
}

function idsOfRead(turns: SoakResult['turns']): readonly string[] {
  return turns.filter(({ outcome }) => outcome === 'whole').map(({ queryId = '' }) => queryId);
}
