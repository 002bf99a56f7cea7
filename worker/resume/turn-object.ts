import type { DurableObjectState } from '@cloudflare/workers-types';
import type { ExecutionContext } from 'hono';
import { Hono } from 'hono/tiny';
import { ChatError } from '../../widget/protocol/chat-error.ts';
import type { Env } from '../env.ts';
import { answerError, errorResponse } from '../error-response.ts';
import { originOf } from '../network.ts';
import type { AppContext, AppEnv, AppMiddleware } from '../ports.ts';
import { queryIdOf } from '../signature.ts';
import { readChatInput, type ChatInput } from '../turn/input.ts';
import { openTurn } from '../turn/open.ts';
import { runTurn } from '../turn/run.ts';
import { TurnRun, type Kept } from './turn-run.ts';

/** The class of the objects that run turns with these features. */
export function turnObject(features: readonly AppMiddleware[]) {
  return class extends TurnObject {
    constructor(state: DurableObjectState, env: Env) {
      super(state, env, features);
    }
  };
}

/**
 * Runs one turn from its first byte, as a Durable Object named by the id that `queryIdOf` makes of the visitor's key.
 * Everything is in memory only: no word that anybody said is written down.
 *
 * It answers `POST`, the visitor's own request, which begins the turn or joins it; `GET ?after=N&run=…`, with the events after the
 * N-th or 204; and `DELETE ?run=…`, which stops the turn. Each comes with the `Origin` that asks.
 */
class TurnObject {
  readonly #env: Env;
  readonly #context: ExecutionContext;
  readonly #app = new Hono<AppEnv>();
  #run: TurnRun | undefined;
  /** Resolves when a turn that is being opened has begun or was refused. */
  #opening: Promise<unknown> | undefined;

  constructor(state: DurableObjectState, env: Env, features: readonly AppMiddleware[]) {
    this.#env = env;
    this.#context = {
      waitUntil: (work) => state.waitUntil(work),
      passThroughOnException: () => undefined,
      props: {},
    };
    this.#app.use(...features);
    this.#app.post('*', (c) => this.#answer(c));
    this.#app.get('*', (c) => this.#runOf(c)?.read(positionOf(c)) ?? nothing(c));
    this.#app.delete('*', (c) => {
      this.#runOf(c)?.giveUp();
      return nothing(c);
    });
    this.#app.onError(answerError);
  }

  fetch(request: Request): Response | Promise<Response> {
    return this.#app.fetch(request, this.#env, this.#context);
  }

  /** For tests. */
  get kept(): Kept {
    return this.#run?.kept ?? { characters: 0, readers: 0 };
  }

  /** Begins the turn, or joins it where it is known. */
  async #answer(c: AppContext): Promise<Response> {
    const input = readChatInput(await c.req.text(), { defaultPrompt: c.env.DEFAULT_PROMPT });
    // Chromium sends a question again whose connection broke before a byte of the answer: two may come at once.
    // oxlint-disable-next-line no-await-in-loop -- one may be refused where the next one is not
    while (this.#opening) await this.#opening;
    const known = this.#run;
    if (known && known.question !== questionOf(input))
      return errorResponse(
        c,
        new ChatError('bad-request', 'this Idempotency-Key is of another question'),
        422,
      );
    if (known) return known.read(positionOf(c)) ?? nothing(c);
    const opening = this.#open(c, input);
    this.#opening = opening.catch(() => undefined).finally(() => (this.#opening = undefined));
    const run = await opening;
    return run.read(0) ?? nothing(c);
  }

  /** Throws what refuses the question: it is forgotten, and may come again. */
  async #open(c: AppContext, input: ChatInput): Promise<TurnRun> {
    const origin = originOf(c.req.raw);
    const id = await queryIdOf(c.env, origin, c.req.header('Idempotency-Key') ?? '');
    const run = new TurnRun(id, { origin, question: questionOf(input), env: c.env });
    c.set('resumable', run);
    const turn = await openTurn(c, input, run.signal);
    this.#run = run;
    c.executionCtx.waitUntil(run.record(runTurn(turn), () => (this.#run = undefined)));
    return run;
  }

  /** The turn that a link is of. A question that was asked again has run anew, with other events. */
  #runOf(c: AppContext): TurnRun | undefined {
    const run = this.#run;
    const isSame = run?.origin === originOf(c.req.raw) && run.name === c.req.query('run');
    return isSame ? run : undefined;
  }
}

function questionOf({ messages }: ChatInput): string {
  return messages.at(-1)?.content ?? '';
}

function positionOf(c: AppContext): number {
  return Number(c.req.query('after') ?? 0);
}

function nothing(c: AppContext): Response {
  return c.body(null, 204, { 'Cache-Control': 'no-store' });
}
