import type { Context, Handler, MiddlewareHandler } from 'hono';
import type { BackendEvent, DoneEvent } from '../widget/protocol/chat-event.ts';
import type { JsonObject } from '../widget/protocol/json.ts';
import type { CheckedQuestion, AskedFile, FindRunner } from './checked-question.ts';
import type { Env } from './env.ts';
import type { Found, ModelRequest, Question, PreparedFiles } from './model-port.ts';
import type { AllowanceOf, Identify, Reserve } from './visitor.ts';

/** What is searched for: a question, with the conversation that ends with it. */
export interface Search extends Pick<ModelRequest, 'queryId' | 'messages' | 'metadata' | 'signal'> {
  /** The address of the request. Relative addresses of documents are resolved against it. */
  readonly url: string;
  /** Sends clients events, which show the search and its sources. */
  readonly show: (events: readonly BackendEvent[]) => void;
}

/**
 * Finds the passages for a question. Resolves with null where nothing is indexed, the search failed, or `signal` is aborted. Never
 * rejects.
 *
 * @example
 * const retrieve: Retrieve = async ({ messages }) =>
 *   messages.at(-1)?.content.includes('return')
 *     ? { passages: [{ id: '1', title: 'Returns', url: '', text: 'Returns are free.', score: 1 }] }
 *     : { passages: [], nearest: [] };
 * const feature: Feature = () => ({ retrieve });
 */
export type Retrieve = (search: Search) => Promise<Found | null>;

/** Reads the files of questions. */
export interface Attachments {
  /** Media types; empty where no model reads files. */
  readonly accepts: readonly string[];
  /** Reads the parts of the newest message that are files. Throws `unsupported-content` and `too-large`. */
  read(parts: readonly JsonObject[], at: string): QuestionFiles;
}

/** The files of a question. */
export interface QuestionFiles {
  /** The text that stands for the files: `[picture: cat.png]`. */
  readonly words: string;
  /** How many questions of the quota this one counts as; undefined for one. */
  readonly cost: number | undefined;
  /** The files of this question, then those of the question before it. */
  readonly all: readonly AskedFile[];
  /**
   * Adds an earlier question; called from the newest to the oldest. Returns its text, with words that stand for its files. The
   * files of the question right before this one are added to {@link all} as far as the limits leave room.
   */
  addEarlier(parts: readonly JsonObject[], text: string): string;
  /** A hash, equal for the same files; undefined without files. */
  hash(): Promise<string | undefined>;
}

/** What the optional folders add to a turn. A tool is absent where its folder was removed or its bindings are not there. */
export interface TurnTools {
  /** Verifies the token of a bot check. Throws `challenge-required` where the check was not passed. */
  readonly verify?: (token: string) => Promise<void>;
  readonly reserve?: Reserve;
  readonly prepareFiles?: (question: Pick<CheckedQuestion, 'files' | 'messages'>) => PreparedFiles;
  readonly retrieve?: Retrieve;
  readonly feedback?: Feedback;
  readonly suggest?: Suggest;
}

/** Where a turn runs: a request to the Worker, or a Durable Object. */
export interface Host {
  readonly env: Env;
  waitUntil(work: Promise<unknown>): void;
}

/** Returns the tools of one optional folder; none where the bindings and settings that it needs are not there. */
export type Feature = (host: Host) => TurnTools;

/** Suggests follow-up questions, for `done`. Takes some seconds at most, and never rejects. */
export type Suggest = (question: Question, answer: string) => Promise<Pick<DoneEvent, 'suggestions'>>;

/** Lets a turn be rated. */
export interface Feedback {
  /** The address to which clients send the rating. */
  readonly link: string;
  /** Stores the id of the turn's entry in the log of AI Gateway, so that the rating can be added to that entry. */
  onLogged(queryId: string, gatewayLogId: string): void;
}

/** The types of Hono's context. Optional folders set the variables: each is undefined where its folder was removed. */
export interface AppEnv {
  Bindings: Env;
  Variables: {
    features: readonly Feature[];
    identify: Identify | undefined;
    allowanceOf: AllowanceOf | undefined;
    findRunner: FindRunner | undefined;
    /** Returns undefined where questions may bring no files. Throws `not-configured`. */
    attachmentsOf: (() => Attachments | undefined) | undefined;
  };
}

/** A request, with the variables that were set for it. */
export type AppContext = Context<AppEnv>;

/** Answers a request. */
export type AppHandler = Handler<AppEnv>;

/**
 * Runs before the handlers, and may answer or throw instead of them.
 *
 * @example
 * const noBots: AppMiddleware = async (c, next) => {
 *   if (/bot/i.test(c.req.header('User-Agent') ?? '')) throw new ChatError('origin-refused', 'no bots');
 *   await next();
 * };
 */
export type AppMiddleware = MiddlewareHandler<AppEnv>;
