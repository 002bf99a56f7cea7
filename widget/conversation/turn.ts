import type { ChatMessage } from '../protocol/chat-message.ts';

/** What a turn is about. */
export interface TurnSubject {
  /** The id of the question. */
  readonly questionId: string;
  /** The id of the message that the answer becomes. */
  readonly answerId: string;
  /** The answer that the turn continues; absent where it begins a new one. */
  readonly answer?: ChatMessage | undefined;
}

/** One question on its way to an answer. */
export interface Turn extends TurnSubject {
  /** When it was sent, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** When the first piece of text or thinking came, in milliseconds since the epoch. */
  firstTokenAt?: number;
  /** The backend's id of the turn, once it has sent one. */
  queryId?: string | undefined;
  /** Aborted when the turn ends before its answer does. */
  readonly signal: AbortSignal;
  /** Resolves when the turn has ended, however it ended. */
  readonly ended: Promise<void>;
  /** Resolves `ended`. */
  readonly end: () => void;
  /** Aborts the request, for `STOPPED` or without a reason, and ends the turn. Does not wait for a transport that ignores the signal. */
  readonly abort: (reason?: unknown) => void;
}

export function createTurn(subject: TurnSubject, startedAt: number): Turn {
  const controller = new AbortController();
  let resolveEnded: (() => void) | undefined;
  const ended = new Promise<void>((resolve) => (resolveEnded = resolve));
  const end = (): void => resolveEnded?.();
  const abort = (reason?: unknown): void => (controller.abort(reason), end());
  return { ...subject, startedAt, signal: controller.signal, ended, end, abort };
}
