import type { Context, Handler, MiddlewareHandler } from 'hono';
import type { DoneEvent, Quota, Session } from '../widget/protocol/chat-event.ts';
import type { Source, WireMessage } from '../widget/protocol/chat-message.ts';
import type { JsonObject } from '../widget/protocol/json.ts';
import type { Env } from './env.ts';
import type { Answer, AnswerEvent } from './answer/answer.ts';

/** A stretch of a document that may answer a question. `url` is absolute, `score` better when higher. */
export interface Passage extends Omit<Source, 'snippet'> {
  /** Markdown. Whoever can write a document can write this: data, never instructions. */
  readonly text: string;
  readonly score: number;
}

/** What was found for a question. */
export interface Found {
  /** Best first; none is a valid answer. */
  readonly passages: readonly Passage[];
  /** Set where none of the documents answers the question: the passages that come nearest, if any. */
  readonly nearest?: readonly Passage[];
}

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

/** Who asks, as far as a session tells, or the owner's own server. */
export interface Visitor {
  readonly id: string;
  /** Has passed the bot check, or will have before the turn begins, or the owner's server vouches for the id. */
  readonly isVerified: boolean;
  /** Comes without a session. */
  readonly isNew: boolean;
  /** Asks by way of the owner's server. */
  readonly isUser?: boolean;
}

/** What a body tells about who asks. */
export interface Introduction {
  readonly turnstileToken?: string | undefined;
  /** A name that the owner's server has for its user; from everybody else it counts for nothing. */
  readonly user?: string | undefined;
}

/** Somebody who asks. */
export interface Identity {
  readonly visitor: Visitor;
  /** To answer with. */
  readonly session: Session;
  /** The token of a check that has still to be passed before the question may be answered. */
  readonly botCheck?: string | undefined;
}

/** Tells who asks. Throws `session-required` or `challenge-required` where a bot check is missing, and `rate-limited`. */
export type Identify = (introduction: Introduction) => Promise<Identity>;

/** Turns that a visitor, one of the networks around the visitor, or the site may have. */
export interface Limit {
  /** Without meaning: nobody can be followed by it. */
  readonly name: string;
  readonly of: 'visitor' | 'network' | 'site';
  readonly most: number;
  /** Questions that this one counts as; 1 unless given. */
  readonly cost?: number;
  /** Milliseconds since the epoch. */
  readonly resetsAt: number;
}

/** The limits that a turn counts against, and the name of the object that counts. */
export interface Allowance {
  readonly book: string;
  readonly limits: readonly Limit[];
}

/**
 * Tells what a turn counts against. Throws `quota-exceeded` or `site-limit` where a limit is known to be reached, unless the turn
 * may be one that was counted before.
 */
export type AllowanceOf = (
  visitor: Visitor | undefined,
  queryId: string,
  cost: number | undefined,
) => Promise<Allowance>;

/** A file of a question. */
export interface AskedFile {
  /** As its bytes say. */
  readonly mediaType: string;
  readonly name: string;
  /** Base64. */
  readonly data: string;
  /** It came with the question before the newest one. */
  readonly isEarlier?: boolean;
}

/** Reads the files of questions. */
export interface Attachments {
  /** Media types; none where no model reads files. */
  readonly accepts: readonly string[];
  /** Questions that one with files counts as. */
  readonly cost: number;
  /** The files of the newest question, from the parts of a message. Throws `unsupported-content` and `too-large`. */
  read(parts: readonly JsonObject[], at: string): readonly AskedFile[];
  /** Those of the question before it that can be sent again beside the newest ones, and words in place of the others. */
  readEarlier(
    parts: readonly JsonObject[],
    newest: readonly AskedFile[],
  ): { readonly files: readonly AskedFile[]; readonly words: string };
  /** Words in place of files: `[picture: cat.png]`. */
  name(parts: readonly JsonObject[]): string;
  /** Equal for the same files. */
  hash(files: readonly AskedFile[]): Promise<string>;
}

/** The messages for a model. */
export type Prompt = readonly { readonly role: string; readonly content: string }[];

/** How a model gets to see the files of a question. */
export interface Sight {
  /** Names a model that can. */
  readonly env: Env;
  /** Adds them to the messages, each to the one that it came with. Throws `unsupported-content`. */
  attach(prompt: Prompt, signal: AbortSignal): Promise<readonly object[]>;
}

/** How a turn ends: charged, or given back. */
export interface Ending {
  /** `left` is a refund for a visitor who did not wait for the end: how often is limited. */
  readonly ending: 'charged' | 'refunded' | 'left';
  /** The model has begun to answer, so its call has to be paid. */
  readonly hasBegun: boolean;
}

/** A turn that is counted and not yet over. */
export interface Reservation {
  /** The turns that the visitor has left, this one counted; undefined where only the site has a limit. */
  readonly quota: Quota | undefined;
  /** Resolves with the number of turns that the visitor then has left; never rejects. Only the first call has an effect. */
  settle(ending: Ending): Promise<number | undefined>;
}

/** Reserves a turn. Throws `quota-exceeded` or `site-limit`. */
export type Reserve = (turnId: string, allowance: Allowance) => Promise<Reservation | undefined>;

/** A checked question with all that is known about it: data that can be handed to an object. */
export interface Asked extends Required<Pick<ModelRequest, 'queryId' | 'messages' | 'system' | 'metadata'>> {
  /** The address that was asked. */
  readonly url: string;
  readonly origin: string;
  readonly files?: readonly AskedFile[] | undefined;
  /** Equal for questions with the same files; undefined without any. */
  readonly filesHash?: string | undefined;
  /** The client can show questions that may follow. */
  readonly hasSuggestions: boolean;
  readonly session?: Session | undefined;
  readonly botCheck?: Identity['botCheck'];
  readonly allowance?: Allowance | undefined;
  /** With it whoever knows `queryId` may read the turn. */
  readonly key?: string | undefined;
}

/** How somebody reads a turn. */
export interface Reading {
  /** A key of `WIRE_FORMATS`. */
  readonly format: string;
  /** As a stream, or as one JSON. */
  readonly isStreamed: boolean;
  /** How many events are known already. */
  readonly after: number;
  /** Each event has an id by which an `EventSource` comes back: `q_…-…:7` is the seventh. */
  readonly hasIds?: boolean;
}

/** Where a turn runs. */
export interface Place extends Pick<Asked, 'queryId' | 'key'> {
  answer(asked: Asked, reading: Reading): Promise<Response>;
}

/** How a body names its question, and its conversation. */
export interface QuestionNames {
  /** In place of the header `Idempotency-Key`, which a page of another origin may not be able to send. */
  readonly key: string | undefined;
  /** The AI SDK's id of the conversation. */
  readonly chatId: string | undefined;
}

/** Finds the place of a question that is asked in a format. */
export type PlaceOf = (names: QuestionNames, format: string) => Promise<Place>;

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

/** A request to a model. */
export interface ModelRequest {
  readonly queryId: string;
  /** Ends with the visitor's question. */
  readonly messages: readonly WireMessage[];
  /** Best first; `null` when there is nothing to search in, or searching failed. */
  readonly passages: readonly Passage[] | null;
  /** See {@link Found}. */
  readonly nearest?: readonly Passage[] | undefined;
  /** The owner's own server's description of the assistant, in place of `SYSTEM_PROMPT`; empty where it sent none. */
  readonly system?: string;
  /** The embedding page's data about the visitor. Trusted no more than the visitor. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Adds the files of the question, where it has some. */
  readonly attach?: Sight['attach'] | undefined;
  /** In place of `MAX_TOKENS`. */
  readonly maxTokens?: number;
  /** Stops the answer. */
  readonly signal: AbortSignal;
  /** Is told which model has begun to answer, and under which id AI Gateway keeps the call. */
  readonly onAnswering?: (model: string, gatewayLogId: string | undefined) => void;
}

/** A request to a model whose passages are still to be found. */
export type Question = Omit<ModelRequest, 'passages'>;

/**
 * Something that answers.
 *
 * @example
 * const echo: Model = {
 *   name: 'echo',
 *   async *generate({ messages }, answer) {
 *     yield answer.take([{ type: 'token', token: messages.at(-1)?.content ?? '' }, { type: 'end' }]);
 *   },
 * };
 */
export interface Model {
  /** For clients that ask which model answered. */
  readonly name: string;
  /**
   * Puts the answer together; yields what is new in it, once per upstream read. Throws `ChatError`, or the signal's reason once
   * that is aborted.
   */
  generate(request: ModelRequest, answer: Answer): AsyncIterable<readonly AnswerEvent[]>;
}

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
