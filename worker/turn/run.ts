import { ChatError } from '../../widget/protocol/chat-error.ts';
import type { DoneEvent } from '../../widget/protocol/chat-event.ts';
import { plainOf } from '../../widget/protocol/plain-text.ts';
import { SEARCH_TITLE } from '../../widget/protocol/search-tool.ts';
import { toErrorEvent } from '../error-response.ts';
import { log } from '../log.ts';
import { Answer } from '../answer/answer.ts';
import type { Passage } from '../model-port.ts';
import type { Turn } from './open.ts';

/**
 * Ends a turn: well, with an error, or with null when nobody waits for it any more. Resolves with the number of turns that the
 * visitor has left, where they are limited.
 */
type End = (ending: DoneEvent | ChatError | null) => Promise<Pick<DoneEvent, 'quotaRemaining'>>;

const SNIPPET_CHARACTERS = 200;
/** Of a passage that are read for its snippet, marks included. */
const SNIPPET_SOURCE_CHARACTERS = 800;

/** How the books take what the log says. */
const BOOKED = { done: 'charged', failed: 'refunded', left: 'left' } as const;

/** The search for passages, as clients show it. */
const SEARCH = { type: 'tool', id: 'search', name: 'search', title: SEARCH_TITLE } as const;

/**
 * Runs an open turn: search, model, charge or refund. Adds perhaps `tool` and `sources`, one `token` per upstream read (and
 * `take-back` where a text proves to be thinking), and then exactly one `done` or `error`; nothing more once `signal` is aborted,
 * unless it was the turn's time limit.
 * Whoever gets `done` has been charged, whoever gets `error` has not. Never throws.
 */
export async function runTurn(turn: Turn): Promise<void> {
  const { asked, request, model, record, begun, run } = turn;
  const { signal, queryId } = request;
  const answer = new Answer();
  const end = endOnce(turn, answer);
  // Not every model and binding ends when it is told to: the books do not wait for them.
  signal.addEventListener('abort', () => void end(toEnding(null, signal)));
  try {
    const { found, isSearched } = await search(turn);
    signal.throwIfAborted();
    const { passages = null } = found ?? {};
    // A file may have the answer where no document has.
    const nearest = request.attach ? undefined : found?.nearest;
    const cited = passages?.length ? { sources: passages.map(toSource) } : {};
    record['sources'] = cited.sources?.length ?? 0;
    if (cited.sources) run.add([{ type: 'sources', ...cited }]);
    if (isSearched) run.add([{ ...SEARCH, state: found === undefined ? 'failed' : 'done' }]);
    for await (const events of model.generate({ ...request, passages, nearest }, answer)) {
      if (events.length === 0) continue;
      record['millisecondsToFirstToken'] ??= Date.now() - begun;
      run.add(events);
    }
    const done = answer.finish();
    await run.untilRead();
    signal.throwIfAborted();
    const suggest = asked.hasSuggestions && done.finishReason === 'stop' ? turn.tools.suggest : undefined;
    const [paid, suggested] = await Promise.all([end(done), suggest?.(request, answer.text)]);
    run.add([{ ...done, queryId, ...cited, ...(nearest && { isUnsure: true }), ...suggested, ...paid }]);
  } catch (error) {
    const failure = toEnding(error, signal);
    await end(failure);
    if (failure !== null) run.add([toErrorEvent(failure)]);
  }
}

/** Finds the passages; clients are told of a search that has something to read, and of one that fails. */
async function search({ asked: { url }, tools, request, run }: Turn) {
  let isSearched = false;
  const onSearching = (): void => {
    if (!isSearched) run.add([{ ...SEARCH, state: 'running' }]);
    isSearched = true;
  };
  const found = tools.retrieve ? await tools.retrieve({ ...request, url, onSearching }) : null;
  if (found === undefined) onSearching();
  return { found, isSearched };
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
    const { hasBegun } = answer;
    const quotaRemaining = await reservation?.settle({ ending: BOOKED[outcome], hasBegun });
    return quotaRemaining === undefined ? {} : { quotaRemaining };
  };
  let ended: ReturnType<End> | undefined;
  return (ending) => (ended ??= end(ending));
}

/** Null for a turn that nobody waits for any more. */
function toEnding(error: unknown, signal: AbortSignal): ChatError | null {
  if (signal.aborted) {
    const isTimeout = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
    return isTimeout ? new ChatError('model-timeout', 'the answer took longer than TURN_TIMEOUT_MS') : null;
  }
  if (error instanceof ChatError) return error;
  // The runtime reports a lost connection as a plain TypeError or Error.
  return new ChatError('model-failed', 'the turn broke off', { cause: error });
}

/** A passage as the visitor sees it. An address that is neither http nor https is left out. */
function toSource({ id, title, url, text, score }: Passage) {
  const snippet = plainOf(text.slice(0, SNIPPET_SOURCE_CHARACTERS)).slice(0, SNIPPET_CHARACTERS);
  const address = /^https?:\/\//i.test(url) ? url : '';
  return { id, title, url: address, snippet, score: Math.round(score * 100) / 100 };
}
