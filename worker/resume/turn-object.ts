import type { DurableObjectState } from '@cloudflare/workers-types';
import { resumeMsOf, type Env } from '../env.ts';
import { RequestError, statusOf, toChatError, toErrorEvent } from '../error-response.ts';
import { respond } from '../formats/respond.ts';
import type { CheckedQuestion, ReadOptions } from '../checked-question.ts';
import type { Feature } from '../ports.ts';
import { TurnRun, type RunHost } from '../turn/turn-run.ts';

/** A request to the object of a turn. */
export type TurnRequest =
  | {
      readonly method: 'ask';
      readonly asked: CheckedQuestion;
      readonly reading: ReadOptions;
      /** The client has sent a key: the same question with the same key joins the turn. */
      readonly isNamed: boolean;
    }
  | {
      readonly method: 'read';
      readonly origin: string;
      readonly reading: ReadOptions;
      readonly run?: string | undefined;
    }
  | { readonly method: 'stop'; readonly origin: string; readonly run: string };

/** The class of the objects that run turns with these features. */
export function turnObject(features: readonly Feature[]) {
  return class extends TurnObject {
    constructor(state: DurableObjectState, env: Env) {
      super(env, features, (work) => state.waitUntil(work));
    }
  };
}

/**
 * A Durable Object that runs a turn. Its name is made from the client's key; for the AI SDK it is made from the id of a
 * conversation, whose turns it runs one after the other. Everything is in memory: nothing that anybody said is stored. Only the
 * Worker reaches it, with questions that were checked. Errors are JSON with a status.
 */
class TurnObject {
  readonly #host: Omit<RunHost, 'onForgotten'>;
  #run: TurnRun | undefined;
  /** Resolves when a turn that is being opened has begun or was refused. */
  #opening: Promise<unknown> | undefined;

  constructor(env: Env, features: readonly Feature[], waitUntil: RunHost['waitUntil']) {
    this.#host = { env, features, waitUntil, patienceMs: resumeMsOf(env) };
  }

  async fetch(request: Request): Promise<Response> {
    try {
      return await this.#answer(await request.json());
    } catch (error) {
      return refuse(error);
    }
  }

  /** For tests. */
  get kept(): TurnRun['kept'] {
    return this.#run?.kept ?? { characters: 0, readers: 0 };
  }

  async #answer(request: TurnRequest): Promise<Response> {
    const { env } = this.#host;
    if (request.method === 'ask') {
      const { asked, reading, isNamed } = request;
      return isNamed ? this.#join(asked, reading) : respond(await this.#begin(asked), reading, env);
    }
    const run = this.#run;
    const isSame = run?.asked.origin === request.origin && (request.run ?? run.name) === run.name;
    if (!isSame) return noContent();
    if (request.method === 'read') return respond(run, request.reading, env);
    run.giveUp();
    return noContent();
  }

  /** Begins a turn, or reads it where it runs already. */
  async #join(asked: CheckedQuestion, reading: ReadOptions): Promise<Response> {
    // Two requests may come at once: Chromium sends a question again whose connection broke before a byte of the answer.
    // oxlint-disable-next-line no-await-in-loop -- one may be refused where the next one is not
    while (this.#opening) await this.#opening;
    const known = this.#run;
    if (known && !isSameQuestion(known.asked, asked))
      throw new RequestError('bad-request', 'this Idempotency-Key is of another question', 422);
    if (known) return respond(known, reading, this.#host.env);
    const opening = this.#begin(asked);
    this.#opening = opening.catch(() => undefined).finally(() => (this.#opening = undefined));
    // Reads from the first event: `after` counts those of a turn that was lost, and this one has others.
    return respond(await opening, { ...reading, after: 0 }, this.#host.env);
  }

  /** Throws the error that refuses the question, which is then forgotten and may come again. */
  async #begin(asked: CheckedQuestion): Promise<TurnRun> {
    const onForgotten = (): void => {
      if (this.#run === run) this.#run = undefined;
    };
    const run: TurnRun = await TurnRun.begin(asked, { ...this.#host, onForgotten });
    this.#run = run;
    return run;
  }
}

function isSameQuestion(one: CheckedQuestion, other: CheckedQuestion): boolean {
  const isSameText = one.messages.at(-1)?.content === other.messages.at(-1)?.content;
  return isSameText && one.filesHash === other.filesHash;
}

function refuse(error: unknown): Response {
  const fault = toChatError(error);
  return Response.json({ ...toErrorEvent(fault), refusal: fault.cause }, { status: statusOf(fault) });
}

function noContent(): Response {
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
}
