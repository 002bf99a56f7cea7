import { ChatError } from '../../widget/protocol/chat-error.ts';
import type { DoneEvent } from '../../widget/protocol/chat-event.ts';
import { toErrorEvent } from '../error-response.ts';
import { log } from '../log.ts';
import { Answer } from '../answer/answer.ts';
import type { Turn } from './open.ts';

/**
 * Ends a turn with its `done` event, with an error, or with null where no client waits for it any more. Resolves with how many
 * turns the visitor has left, where that is limited.
 */
type End = (ending: DoneEvent | ChatError | null) => Promise<Pick<DoneEvent, 'quotaRemaining'>>;

/** How a turn ends in the quota, by its `outcome` in the log. */
const QUOTA_ENDING = { done: 'charged', failed: 'refunded', left: 'left' } as const;

/**
 * Runs a turn: search, model, charge or refund. Where documents are searched, adds events `tool` and `sources`. Then adds one
 * `token` per read from the model server, `take-back` where text proves to be thinking, and at last exactly one `done` or `error`.
 * Once `signal` is aborted it adds nothing more, except the error of the turn's time limit. A turn that ends with `done` is
 * charged, one that ends with `error` is not. Never throws.
 */
export async function runTurn(turn: Turn): Promise<void> {
  const { asked, request, model, record, begun, run, tools } = turn;
  const { signal, queryId } = request;
  const answer = new Answer();
  const end = endOnce(turn, answer);
  // Settles the quota at once: not every model and binding stops when the signal is aborted.
  signal.addEventListener('abort', () => void end(toEnding(null, signal)));
  try {
    const show = run.add.bind(run);
    const found = await tools.retrieve?.({ ...request, url: asked.url, show });
    signal.throwIfAborted();
    const { passages = null, sources, quote } = found ?? {};
    // A file of the question may have the answer: then nobody may say that the documents have none.
    const nearest = request.attach ? undefined : found?.nearest;
    record['sources'] = sources?.length ?? 0;
    for await (const events of model.generate({ ...request, passages, nearest, quote }, answer)) {
      if (events.length === 0) continue;
      record['millisecondsToFirstToken'] ??= Date.now() - begun;
      run.add(events);
    }
    const done = answer.finish();
    await run.untilRead();
    signal.throwIfAborted();
    const suggest = asked.hasSuggestions && done.finishReason === 'stop' ? tools.suggest : undefined;
    const [paid, suggested] = await Promise.all([end(done), suggest?.(request, answer.text)]);
    const unsure = nearest && { isUnsure: true };
    run.add([{ ...done, queryId, ...(sources && { sources }), ...unsure, ...suggested, ...paid }]);
  } catch (error) {
    const failure = toEnding(error, signal);
    await end(failure);
    if (failure !== null) run.add([toErrorEvent(failure)]);
  }
}

/** Ends a turn exactly once, whatever ends it first: charges or refunds it, and writes its line in the log. */
function endOnce({ record, reservation, begun }: Turn, answer: Answer): End {
  const end = async (ending: DoneEvent | ChatError | null) => {
    const isDone = ending !== null && !(ending instanceof ChatError);
    const { code, message, cause } = ending instanceof ChatError ? ending : {};
    const outcome = isDone ? 'done' : ending === null ? 'left' : 'failed';
    const detail = cause === undefined ? cause : String(cause);
    const usage = isDone ? ending.usage : {};
    log('turn', { ...record, ...usage, outcome, code, message, detail, milliseconds: Date.now() - begun });
    const settled = { ending: QUOTA_ENDING[outcome], hasBegun: answer.hasBegun };
    const quotaRemaining = await reservation?.settle(settled);
    return quotaRemaining === undefined ? {} : { quotaRemaining };
  };
  let ended: ReturnType<End> | undefined;
  return (ending) => (ended ??= end(ending));
}

/** The error that ends a turn; null where no client waits for it any more. */
function toEnding(error: unknown, signal: AbortSignal): ChatError | null {
  if (signal.aborted) {
    const isTimeout = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
    return isTimeout ? new ChatError('model-timeout', 'the answer took longer than TURN_TIMEOUT_MS') : null;
  }
  if (error instanceof ChatError) return error;
  // The runtime reports a lost connection as a plain TypeError or Error.
  return new ChatError('model-failed', 'the turn broke off', { cause: error });
}
