import { ChatError } from '../widget/protocol/chat-error.ts';
import type { ChatEvent, StartEvent } from '../widget/protocol/chat-event.ts';
import { Answer } from './answer.ts';
import { toErrorEvent } from './error-response.ts';
import { toSource } from './passages.ts';
import type { Model, ModelRequest, Passage } from './ports.ts';
import { toEnding, type Settlement } from './settlement.ts';

/** One question and everything that answers it. Reserved already, and searched for since. */
export interface Turn extends Pick<ModelRequest, 'messages' | 'metadata'> {
  readonly start: StartEvent & { readonly queryId: string };
  readonly passages: Promise<readonly Passage[] | null>;
  readonly model: Model;
  readonly settlement: Settlement;
}

/**
 * Runs a turn: retrieve, generate, settle. Yields `start`, perhaps `sources`, one `token` per upstream read, and
 * then exactly one `done` or `error`; nothing more once `signal` is aborted, unless it was the turn's time limit.
 * Whoever gets `done` has been charged, whoever gets `error` has not. Never throws.
 */
export function runTurn(turn: Turn, signal: AbortSignal): AsyncGenerator<ChatEvent, void> {
  const endNow = (): void => void turn.settlement.end(toEnding(toChatError(null, signal)));
  // Nobody pulls for a visitor who has left, and what is not pulled does not run: not even a `finally`.
  if (signal.aborted) endNow();
  signal.addEventListener('abort', endNow);
  return run(turn, signal);
}

async function* run(turn: Turn, signal: AbortSignal): AsyncGenerator<ChatEvent, void> {
  const { start, model, messages, metadata, settlement } = turn;
  const { queryId } = start;
  yield start;
  try {
    const passages = await turn.passages;
    signal.throwIfAborted();
    const sources = (passages ?? []).map(toSource);
    settlement.record.sources = sources.length;
    if (sources.length > 0) yield { type: 'sources', sources };
    const request = { queryId, messages, metadata, passages, onAnswering: settlement.noteModel };
    const answer = new Answer();
    for await (const frames of model.generate(request, signal)) {
      const token = answer.take(frames);
      if (token !== '') yield settlement.noteToken({ type: 'token', token });
      if (answer.isOver) break;
    }
    const done = answer.finish();
    signal.throwIfAborted();
    const left = await settlement.end({ outcome: 'done', usage: done.usage });
    yield { ...done, queryId, ...(sources.length > 0 ? { sources } : {}), ...left };
  } catch (error) {
    const failure = toChatError(error, signal);
    await settlement.end(toEnding(failure));
    if (failure !== null) yield toErrorEvent(failure);
  }
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
