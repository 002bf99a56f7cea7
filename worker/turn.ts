import { ChatError } from '../widget/protocol/chat-error.ts';
import type { ChatEvent, DoneEvent, StartEvent } from '../widget/protocol/chat-event.ts';
import { Answer } from './answer.ts';
import { toErrorEvent } from './error-response.ts';
import { log } from './log.ts';
import { toSource } from './passages.ts';
import type { Model, ModelRequest, Passage, Reservation } from './ports.ts';

/** One question and everything that answers it. Reserved already, and searched for since. */
export interface Turn {
  readonly start: StartEvent;
  readonly request: Omit<ModelRequest, 'passages'>;
  readonly passages: Promise<readonly Passage[] | null>;
  readonly model: Model;
  readonly reservation: Reservation | undefined;
  /** What is known besides the texts; becomes the line in the log. */
  readonly record: {
    queryId: string;
    provider: string;
    model: string;
    [name: string]: string | number | undefined;
  };
  /** When it began, in milliseconds since the epoch. */
  readonly begun: number;
}

/** Ends a turn: well, with an error, or with null when nobody waits for it any more. */
type Settle = (ending: DoneEvent | ChatError | null) => Promise<number | undefined>;

/**
 * Runs a turn: retrieve, generate, settle. Yields `start`, perhaps `sources`, one `token` per upstream read, and
 * then exactly one `done` or `error`; nothing more once `signal` is aborted, unless it was the turn's time limit.
 * Whoever gets `done` has been charged, whoever gets `error` has not. Never throws.
 */
export function runTurn(turn: Turn): AsyncGenerator<ChatEvent, void> {
  const { signal } = turn.request;
  const settle = settleOnce(turn);
  const endNow = (): void => void settle(toChatError(null, signal));
  // Nobody pulls for a visitor who has left, and what is not pulled does not run: not even a `finally`.
  if (signal.aborted) endNow();
  signal.addEventListener('abort', endNow);
  return run(turn, settle);
}

async function* run(turn: Turn, settle: Settle): AsyncGenerator<ChatEvent, void> {
  const { start, request, model, record, begun } = turn;
  const { signal } = request;
  yield start;
  try {
    const passages = await turn.passages;
    signal.throwIfAborted();
    const sources = (passages ?? []).map(toSource);
    record['sources'] = sources.length;
    if (sources.length > 0) yield { type: 'sources', sources };
    const answer = new Answer();
    for await (const frames of model.generate({ ...request, passages })) {
      const token = answer.take(frames);
      if (token !== '') {
        record['millisecondsToFirstToken'] ??= Date.now() - begun;
        yield { type: 'token', token };
      }
      if (answer.isOver) break;
    }
    const done = answer.finish();
    signal.throwIfAborted();
    const left = await settle(done);
    const quotaRemaining = left === undefined ? {} : { quotaRemaining: left };
    yield {
      ...done,
      queryId: request.queryId,
      ...(sources.length > 0 ? { sources } : {}),
      ...quotaRemaining,
    };
  } catch (error) {
    const failure = toChatError(error, signal);
    await settle(failure);
    if (failure !== null) yield toErrorEvent(failure);
  }
}

/**
 * Ends a turn exactly once, whatever ends it first: charges or refunds it, and writes its line. Resolves with what the
 * visitor has left, where that is limited.
 */
function settleOnce({ record, reservation, begun }: Turn): Settle {
  let left: Promise<number | undefined> | undefined;
  return async (ending) => {
    if (left === undefined) {
      left = Promise.resolve(reservation?.settle(ending === null || ending instanceof ChatError));
      log('turn', { ...record, ...toLine(ending), milliseconds: Date.now() - begun });
    }
    return left;
  };
}

function toLine(ending: DoneEvent | ChatError | null) {
  if (ending === null) return { outcome: 'left' };
  if (!(ending instanceof ChatError)) return { ...ending.usage, outcome: 'done' };
  const { code, message, cause } = ending;
  return {
    outcome: 'failed',
    code,
    message,
    detail: cause instanceof Error ? cause.message : String(cause ?? ''),
  };
}

/** Null for a turn that nobody waits for any more. */
function toChatError(error: unknown, signal: AbortSignal): ChatError | null {
  if (signal.aborted) {
    const isTimeout = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
    return isTimeout ? new ChatError('model-timeout', 'the answer took longer than TURN_TIMEOUT_MS') : null;
  }
  if (error instanceof ChatError) return error;
  // The runtime reports a lost connection as a plain TypeError or Error.
  return new ChatError('model-failed', 'the turn broke off', { cause: error });
}
