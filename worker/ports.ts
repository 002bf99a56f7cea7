import type { Context, Handler, MiddlewareHandler } from 'hono';
import type { DoneEvent } from '../widget/protocol/chat-event.ts';
import type { JsonObject } from '../widget/protocol/json.ts';
import type { Asked, AskedFile, PlaceOf } from './asked.ts';
import type { Env } from './env.ts';
import type { Found, ModelRequest, Question, Sight } from './model-port.ts';
import type { AllowanceOf, Identify, Reserve } from './visitor.ts';

/** A question, with the conversation that it ends. */
export interface Search extends Pick<ModelRequest, 'queryId' | 'messages' | 'metadata' | 'signal'> {
  /** The address that was asked; those of documents are relative to it. */
  readonly url: string;
  /** To be called once there proves to be something to read; clients are then told that a search runs. */
  readonly onSearching?: () => void;
}

/**
 * Finds the passages for a question. Null says that there are no documents, or that `signal` is aborted; undefined, that searching
 * failed. Never rejects.
 *
 * @example
 * const retrieve: Retrieve = async ({ messages }) =>
 *   messages.at(-1)?.content.includes('return')
 *     ? { passages: [{ id: '1', title: 'Returns', url: '', text: 'Returns are free.', score: 1 }] }
 *     : { passages: [], nearest: [] };
 * const feature: Feature = () => ({ retrieve });
 */
export type Retrieve = (search: Search) => Promise<Found | null | undefined>;

/** Reads the files of questions. */
export interface Attachments {
  /** Media types; none where no model reads files. */
  readonly accepts: readonly string[];
  /** Reads the parts of the newest message that are files. Throws `unsupported-content` and `too-large`. */
  read(parts: readonly JsonObject[], at: string): QuestionFiles;
}

/** The files of a question. */
export interface QuestionFiles {
  /** Words in place of them: `[picture: cat.png]`. */
  readonly words: string;
  /** Questions that it counts as; undefined for one. */
  readonly cost: number | undefined;
  /** Its own, then those of the question before it. */
  readonly all: readonly AskedFile[];
  /**
   * The text of an earlier question, the newest first, with words in place of its files. Those of the one before are added to
   * {@link all} where they can be sent again beside the newest ones.
   */
  addEarlier(parts: readonly JsonObject[], text: string): string;
  /** Equal for the same files; undefined without any. */
  hash(): Promise<string | undefined>;
}

/** What a turn can do besides asking a model. Features bring it. */
export interface TurnTools {
  /** Throws `challenge-required` when a bot check was not passed. */
  readonly verify?: (token: string) => Promise<void>;
  readonly reserve?: Reserve;
  readonly see?: (question: Pick<Asked, 'files' | 'messages'>) => Sight;
  readonly retrieve?: Retrieve;
  readonly feedback?: Feedback;
  readonly suggest?: Suggest;
}

/** What runs a turn: a request to the Worker, or an object. */
export interface Host {
  readonly env: Env;
  waitUntil(work: Promise<unknown>): void;
}

/** Brings the tools of one optional folder, where its bindings and settings are there. */
export type Feature = (host: Host) => TurnTools;

/** Finds questions that may follow an answer, for its `done`. Takes seconds at most, and never rejects. */
export type Suggest = (question: Question, answer: string) => Promise<Pick<DoneEvent, 'suggestions'>>;

/** Lets a turn be rated. */
export interface Feedback {
  /** Where its rating is sent. */
  readonly link: string;
  /** Keeps the id under which AI Gateway has logged it, so that the rating can reach that log. */
  onLogged(queryId: string, gatewayLogId: string): void;
}

/** The types of Hono's context. Optional folders set a variable; code that reads it works without it too. */
export interface AppEnv {
  Bindings: Env;
  Variables: {
    features: readonly Feature[];
    identify: Identify | undefined;
    allowanceOf: AllowanceOf | undefined;
    placeOf: PlaceOf | undefined;
    /** Undefined where questions may have no files. Throws `not-configured`. */
    attachmentsOf: (() => Attachments | undefined) | undefined;
  };
}

/** A request, with the variables that were set for it. */
export type AppContext = Context<AppEnv>;

/** Answers a request. */
export type AppHandler = Handler<AppEnv>;

/**
 * Stands before the handlers, and may answer or throw in their place.
 *
 * @example
 * const noBots: AppMiddleware = async (c, next) => {
 *   if (/bot/i.test(c.req.header('User-Agent') ?? '')) throw new ChatError('origin-refused', 'no bots');
 *   await next();
 * };
 */
export type AppMiddleware = MiddlewareHandler<AppEnv>;
