import { ChatError } from '../../widget/protocol/chat-error.ts';
import type { ChatEvent, DoneEvent } from '../../widget/protocol/chat-event.ts';
import { SEARCH_TITLE } from '../../widget/protocol/search-tool.ts';
import { Answer } from './answer.ts';
import { toErrorEvent } from '../error-response.ts';
import { log } from '../log.ts';
import type { Turn } from './open.ts';
import { toSource } from './to-source.ts';

/**
 * Ends a turn: well, with an error, or with null when nobody waits for it any more. Resolves with the number of turns that the
 * visitor has left, where they are limited.
 */
type End = (ending: DoneEvent | ChatError | null) => Promise<Pick<DoneEvent, 'quotaRemaining'>>;

/** The search for passages, as clients show it. */
const SEARCH = { type: 'tool', id: 'search', name: 'search', title: SEARCH_TITLE } as const;

/**
 * Runs a turn: retrieve, generate, charge or refund. Yields `start`, perhaps `tool` and `sources`, one `token` per upstream read
 * (and `take-back` where a text proves to be thinking), and then exactly one `done` or `error`; nothing more once `signal` is
 * aborted, unless it was the turn's time limit.
 * Whoever gets `done` has been charged, whoever gets `error` has not. Never throws.
 */
export function runTurn(turn: Turn): AsyncGenerator<ChatEvent, void> {
  const { signal } = turn.request;
  const answer = new Answer();
  const end = endOnce(turn, answer);
  const endNow = (): void => void end(toChatError(null, signal));
  // Nobody pulls for a visitor who has left, and a generator that is not pulled does not run, not even its `finally`.
  if (signal.aborted) endNow();
  signal.addEventListener('abort', endNow);
  return run(turn, answer, end);
}

async function* run(turn: Turn, answer: Answer, end: End): AsyncGenerator<ChatEvent, void> {
  const { start, request, model, record, begun } = turn;
  const { signal, queryId } = request;
  yield start;
  try {
    const isSearched = await turn.isSearched;
    if (isSearched) yield { ...SEARCH, state: 'running' };
    const found = await turn.found;
    signal.throwIfAborted();
    const { passages = null, nearest } = found ?? {};
    const cited = passages?.length ? { sources: passages.map(toSource) } : {};
    record['sources'] = cited.sources?.length ?? 0;
    if (cited.sources) yield { type: 'sources', ...cited };
    if (isSearched) yield { ...SEARCH, state: found === undefined ? 'failed' : 'done' };
    for await (const frames of model.generate({ ...request, passages, nearest })) {
      for (const event of answer.take(frames)) {
        record['millisecondsToFirstToken'] ??= Date.now() - begun;
        yield event;
      }
      if (answer.isOver) break;
    }
    const done = answer.finish();
    await turn.resumable?.untilRead();
    signal.throwIfAborted();
    const isComplete = done.finishReason === 'stop';
    const ended = [end(done), isComplete ? turn.suggest?.(request, answer.text) : undefined] as const;
    const [paid, suggested] = await Promise.all(ended);
    yield { ...done, queryId, ...cited, ...(nearest && { isUnsure: true }), ...suggested, ...paid };
  } catch (error) {
    const failure = toChatError(error, signal);
    await end(failure);
    if (failure !== null) yield toErrorEvent(failure);
  }
}

/** Ends a turn exactly once, whatever ends it first: charges or refunds it, and writes its line. */
function endOnce({ record, reservation, begun }: Turn, answer: Answer): End {
  const end = async (ending: DoneEvent | ChatError | null) => {
    const isDone = ending !== null && !(ending instanceof ChatError);
    const { code, message, cause } = ending instanceof ChatError ? ending : {};
    const outcome = isDone ? 'done' : ending === null ? 'left' : 'failed';
    const detail = cause === undefined ? cause : String(cause);
    const usage = isDone ? ending.usage : {};
    log('turn', { ...record, ...usage, outcome, code, message, detail, milliseconds: Date.now() - begun });
    const reason = { hasLeft: ending === null, hasBegun: answer.hasBegun };
    const quotaRemaining = await (isDone ? reservation?.charge() : reservation?.refund(reason));
    return quotaRemaining === undefined ? {} : { quotaRemaining };
  };
  let ended: ReturnType<End> | undefined;
  return (ending) => (ended ??= end(ending));
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
