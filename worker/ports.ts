import type { Context, Handler, MiddlewareHandler } from 'hono';
import type { DoneEvent, Quota, Session, StartEvent } from '../widget/protocol/chat-event.ts';
import type { FrameEvent } from '../widget/protocol/dialects/frame.ts';
import type { Source, WireMessage } from '../widget/protocol/chat-message.ts';
import type { Env } from './env.ts';

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
  /** Resolves when it is known whether the turn is counted and may be answered. Nothing that is paid is asked before. */
  readonly isAdmitted: Promise<boolean>;
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
 * c.set('retrieve', retrieve);
 */
export type Retrieve = (search: Search) => Promise<Found | null | undefined>;

/** Who asks, as far as a session tells, or the owner's own server. */
export interface Visitor {
  readonly id: string;
  /** Has passed the bot check, or is passing it just now, or the owner's server vouches for the id. */
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
  /** Throws `challenge-required` when the bot check was not passed. Nothing may be answered before it is known. */
  readonly proof: Promise<void>;
}

/** Tells who asks. Throws `session-required` or `challenge-required` where a bot check is missing, and `rate-limited`. */
export type Identify = (introduction: Introduction) => Promise<Identity>;

/** Why a turn is given back. */
export interface Refund {
  /** The visitor did not wait for its end. How often that is given back is limited. */
  readonly hasLeft: boolean;
  /** The model has begun to answer, so its call has to be paid. */
  readonly hasBegun: boolean;
}

/** A turn that is counted and not yet over. Only the first call of `charge` or `refund` has an effect. */
export interface Reservation {
  /** The turns that the visitor has left, this one counted; undefined where only the site has a limit. */
  readonly quota: Quota | undefined;
  /** Resolves with the number of turns that the visitor then has left; never rejects. */
  charge(): Promise<number | undefined>;
  /** Resolves like `charge`. */
  refund(reason: Refund): Promise<number | undefined>;
}

/** Reserves a turn. Throws `quota-exceeded` or `site-limit`. */
export type Reserve = (turnId: string, visitor: Visitor | undefined) => Promise<Reservation>;

/** A turn that runs apart from the requests that read it. */
export interface Resumable {
  readonly queryId: string;
  /** Names this run of the turn in the books: a question that is asked again after its turn was forgotten counts again. */
  readonly turnId: string;
  /** For `start`. */
  readonly links: StartEvent['links'];
  /** Resolves when somebody reads, or nobody will: the signal of the turn is then aborted. */
  untilRead(): Promise<void>;
}

/** Answers a checked question elsewhere. */
export type PassOn = (input: object) => Promise<Response>;

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
 *   async *generate({ messages }) {
 *     yield [{ type: 'token', token: messages.at(-1)?.content ?? '' }, { type: 'end' }];
 *   },
 * };
 */
export interface Model {
  /** For clients that ask which model answered. */
  readonly name: string;
  /**
   * Answers, one array of events per upstream read. Ends with a `finish` or `end` event unless the upstream
   * was cut, or with an `error` and a throw; throws `ChatError`, or the signal's reason once that is aborted.
   */
  generate(request: ModelRequest): AsyncIterable<readonly FrameEvent[]>;
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

/** The types of Hono's context. Optional features set a variable; code that reads it works without it too. */
export interface AppEnv {
  Bindings: Env;
  Variables: {
    retrieve: Retrieve | undefined;
    identify: Identify | undefined;
    reserve: Reserve | undefined;
    feedback: Feedback | undefined;
    suggest: Suggest | undefined;
    /** In the Worker. */
    passOn: PassOn | undefined;
    /** In the object to which a question was passed on. */
    resumable: Resumable | undefined;
  };
}

/** A request, with the variables that features have set for it. */
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
