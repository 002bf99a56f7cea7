import type { ChatEvent, DoneEvent, FinishReason, Usage } from '../widget/protocol/chat-event.ts';
import { ChatError } from '../widget/protocol/chat-error.ts';
import type { FrameEvent } from '../widget/protocol/dialects/frame.ts';
import { toErrorEvent } from './error-response.ts';
import { log } from './log.ts';
import { ThinkingFilter } from './model/thinking-filter.ts';
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
    const passages = await findPassages(turn);
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

async function findPassages({ retrieve, messages }: Turn): Promise<readonly Passage[] | null> {
  if (retrieve === undefined) return null;
  try {
    return await retrieve(messages.at(-1)?.content ?? '');
  } catch (error) {
    // A chat without its documents is worth more to the visitor than no chat.
    log('retrieval-failed', { detail: String(error) });
    return null;
  }
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

/** What the frames of one answer add up to. */
class Answer {
  /** Nothing can follow. */
  isOver = false;
  readonly #filter = new ThinkingFilter();
  #canEndAnywhere = false;
  #hasText = false;
  #reason: FinishReason | undefined;
  #usage: Usage | undefined;

  /** Returns the answer's text in these frames. */
  take(frames: readonly FrameEvent[]): string {
    let text = '';
    for (const frame of frames) {
      if (frame.type === 'token') text += frame.token;
      else if (frame.type === 'paragraph' && (this.#hasText || text !== '')) text += '\n\n';
      else this.#note(frame);
    }
    const answer = this.#filter.push(text);
    this.#hasText ||= answer.trim() !== '';
    return answer;
  }

  #note(frame: FrameEvent): void {
    if (frame.type === 'finish' || frame.type === 'done') this.#reason = frame.finishReason ?? this.#reason;
    if (frame.type === 'usage' || frame.type === 'done') this.#usage = frame.usage ?? this.#usage;
    if (frame.type === 'end' || frame.type === 'done') this.isOver = true;
    if (frame.type === 'open-ended') this.#canEndAnywhere = true;
  }

  /** The event that ends this answer. Throws if it did not end well. */
  finish(): DoneEvent {
    const reason = this.#reason ?? (this.isOver || this.#canEndAnywhere ? 'stop' : 'error');
    if (reason === 'error') throw new ChatError('model-failed', 'the stream of the model broke off');
    if (reason === 'content-filter') throw new ChatError('content-filtered', 'the model refused to go on');
    if (!this.#hasText)
      throw new ChatError('empty-answer', `the model said nothing (finish reason ${reason})`);
    return { type: 'done', finishReason: reason, ...(this.#usage ? { usage: this.#usage } : {}) };
  }
}
