import { ChatError } from '../widget/protocol/chat-error.ts';
import type { ChatEvent } from '../widget/protocol/chat-event.ts';
import { Answer } from './answer.ts';
import { toErrorEvent } from './error-response.ts';
import { log } from './log.ts';
import type { Model, ModelRequest, Passage, Retrieve } from './ports.ts';

/** One question and everything that answers it. */
export interface Turn extends Pick<ModelRequest, 'messages' | 'metadata'> {
  readonly queryId: string;
  readonly model: Model;
  readonly retrieve: Retrieve | undefined;
}

/**
 * Runs a turn: retrieve, generate, settle. Yields `start`, perhaps `sources`, one `token` per upstream read, and
 * then exactly one `done` or `error`; nothing more once `signal` is aborted, unless it was the turn's time limit.
 * Never throws.
 */
export async function* runTurn(turn: Turn, signal: AbortSignal): AsyncGenerator<ChatEvent, void> {
  const { queryId, model, messages, metadata } = turn;
  yield { type: 'start', queryId };
  try {
    const passages = await findPassages(turn, signal);
    const sources = (passages ?? []).map(toSource);
    if (sources.length > 0) yield { type: 'sources', sources };
    const answer = new Answer();
    for await (const frames of model.generate({ messages, metadata, passages }, signal)) {
      const token = answer.take(frames);
      if (token !== '') yield { type: 'token', token };
      if (answer.isOver) break;
    }
    yield { ...answer.finish(), queryId, ...(sources.length > 0 ? { sources } : {}) };
  } catch (error) {
    const failure = toChatError(error, signal);
    if (failure === null) return;
    const detail = failure.cause instanceof Error ? failure.cause.message : String(failure.cause ?? '');
    log('turn-failed', { queryId, model: model.name, code: failure.code, message: failure.message, detail });
    yield toErrorEvent(failure);
  }
}

async function findPassages(
  { retrieve, messages }: Turn,
  signal: AbortSignal,
): Promise<readonly Passage[] | null> {
  if (retrieve === undefined) return null;
  try {
    return await Promise.race([retrieve(messages.at(-1)?.content ?? ''), rejectOnAbort(signal)]);
  } catch (error) {
    signal.throwIfAborted();
    // A chat without its documents is worth more to the visitor than no chat.
    log('retrieval-failed', { detail: String(error) });
    return null;
  }
}

/** D1 takes no signal, so a search that hangs would outlive the turn. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

const SNIPPET_CHARACTERS = 200;

function toSource({ id, title, url, text, score }: Passage) {
  const prose = text.replace(/^(```|~~~)[\s\S]*?(?:^\1|(?![\s\S]))/gm, ' ').replace(/^[>#]+ |[`*|]/gm, '');
  const snippet = prose.replace(/\s+/g, ' ').trim().slice(0, SNIPPET_CHARACTERS);
  return { id, title, url, snippet, score: Math.round(score * 100) / 100 };
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
