import { ChatError } from '../../widget/protocol/chat-error.ts';
import type { ChatEvent } from '../../widget/protocol/chat-event.ts';
import type { ResumePoint } from '../../widget/protocol/resume-point.ts';
import { STOPPED, type Transport } from '../../widget/protocol/transport.ts';

/** An answer, which continues when its reader is gone. */
interface Answer {
  readonly question: string;
  readonly words: readonly string[];
  /** How many words it has sent. */
  said: number;
  isStopped: boolean;
}

/** The present state of a page as a reader of answers. */
export interface Reader {
  readonly isAlive: boolean;
  /** Whether the page's code runs. */
  readonly isRunning: boolean;
  /** How often the page's connections were broken. */
  readonly breaks: number;
}

/** The abilities of a backend. */
export interface BackendOptions {
  /** Whether it answers a question with the same key only once. */
  readonly knowsKeys?: boolean;
  /** Whether it keeps the rest of an answer for a client that reconnects. */
  readonly hasRest?: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const WORDS = ['one', 'two', 'three', 'four', 'five'] as const;

/** The whole answer to a question. */
export function answerTo(question: string): string {
  return WORDS.map((word) => `${question}.${word} `).join('');
}

/** Answers every question with five words, each when the test says so; refuses questions that begin with `fail`. */
export class WorldBackend {
  readonly knowsKeys: boolean;
  hasRest: boolean;
  isOffline = false;
  readonly answers = new Map<string, Answer>();
  readonly #now: () => number;
  readonly #answersByKey = new Map<string, string>();
  #wakers: (() => void)[] = [];

  constructor({ knowsKeys = false, hasRest = true, now }: BackendOptions) {
    this.#now = now;
    this.knowsKeys = knowsKeys;
    this.hasRest = hasRest;
  }

  /** Every answer that is streaming gets one more word. */
  say(): void {
    for (const answer of this.answers.values())
      if (!answer.isStopped) answer.said = Math.min(answer.said + 1, answer.words.length + 1);
    this.wake();
  }

  /** Lets readers check what has happened. */
  wake(): void {
    for (const wake of this.#wakers.splice(0)) wake();
  }

  /** How often the model was asked this question. */
  timesAsked(question: string): number {
    return [...this.answers.values()].filter((answer) => answer.question === question).length;
  }

  transportOf(reader: Reader): Transport {
    return {
      send: (request, signal) => {
        if (!reader.isAlive) throw new ChatError('internal', 'the page is gone');
        if (this.isOffline) throw new ChatError('offline', 'the world has no network');
        const known = this.knowsKeys ? this.#answersByKey.get(request.key ?? '') : undefined;
        const queryId = known ?? `q${this.answers.size}`;
        if (known === undefined) this.#begin(queryId, request.messages.at(-1)?.content ?? '');
        this.#answersByKey.set(request.key ?? '', queryId);
        return this.#read(reader, queryId, undefined, signal);
      },
      resume: (_address, point, signal) =>
        this.#read(reader, this.hasRest ? (point.queryId ?? '') : '', point, signal),
    };
  }

  #begin(queryId: string, question: string): void {
    const words = WORDS.map((word) => `${question}.${word} `);
    this.answers.set(queryId, { question, words, said: 0, isStopped: false });
  }

  async *#read(
    reader: Reader,
    queryId: string,
    point: ResumePoint | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<ChatEvent, void, undefined> {
    const answer = this.answers.get(queryId);
    if (!answer || answer.isStopped) return;
    if (answer.question.startsWith('fail'))
      return yield { type: 'error', code: 'model-busy', message: 'busy' };
    const pointAt = (after: number): ResumePoint => ({
      url: 'https://chat.example/api/chat',
      queryId,
      after,
      at: this.#now(),
    });
    if (!point) yield { type: 'start', queryId, resumePoint: pointAt(0) };
    const { breaks } = reader;
    for (let read = point?.after ?? 0; ; read++) {
      while ((answer.said <= read && !answer.isStopped) || !reader.isRunning) {
        await this.#news(signal);
        if (signal.aborted) {
          if (signal.reason === STOPPED) answer.isStopped = true;
          throw signal.reason;
        }
        if (reader.isRunning && reader.breaks > breaks)
          throw new ChatError('offline', 'the connection broke');
      }
      if (answer.isStopped) return;
      const word = answer.words[read];
      if (word === undefined) return yield { type: 'done', queryId, finishReason: 'stop' };
      yield { type: 'token', token: word, resumePoint: pointAt(read + 1) };
    }
  }

  /** Resolves when an answer has another word, or was stopped. */
  #news(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#wakers.push(resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}
