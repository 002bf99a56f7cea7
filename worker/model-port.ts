import type { Source, WireMessage } from '../widget/protocol/chat-message.ts';
import type { Env } from './env.ts';
import type { Answer, AnswerEvent } from './answer/answer.ts';

/** A part of a document that may answer a question. `url` is absolute; a higher `score` is better. */
export interface Passage extends Omit<Source, 'snippet'> {
  /** Markdown. Strangers may have written it, so a model must take it for data, never for instructions. */
  readonly text: string;
  readonly score: number;
}

/** What a search has found for a question. */
export interface Found {
  /** The passages that may answer the question, best first. May be empty: the documents have no answer. */
  readonly passages: readonly Passage[];
  /** Set only where no document answers the question: the passages that come nearest to an answer, if any. */
  readonly nearest?: readonly Passage[];
  /** The passages as visitors see them, for `done`; undefined without passages. */
  readonly sources?: readonly Source[] | undefined;
  /** The passages as text for visitors, in pieces, where no language model is configured. */
  readonly quote?: () => readonly string[];
}

/** The messages that a model is sent. */
export type Prompt = readonly { readonly role: string; readonly content: string }[];

/** The files of a question, prepared for a model. */
export interface PreparedFiles {
  /** The settings, with a model as `MODEL` that can read these files. */
  readonly env: Env;
  /** Adds each file to the message that it came with. Throws `unsupported-content`. */
  attach(prompt: Prompt, signal: AbortSignal): Promise<readonly object[]>;
}

/** A request to a model. */
export interface ModelRequest {
  readonly queryId: string;
  /** The conversation. Its last message is the visitor's question. */
  readonly messages: readonly WireMessage[];
  /** The passages to answer from, best first; `null` where nothing is indexed or the search failed. */
  readonly passages: readonly Passage[] | null;
  /** See {@link Found}. */
  readonly nearest?: readonly Passage[] | undefined;
  /** See {@link Found}. */
  readonly quote?: Found['quote'] | undefined;
  /** Replaces `SYSTEM_PROMPT`: what the owner's own server has sent; empty where it sent none. */
  readonly system?: string;
  /** What the embedding page says about the visitor. It is trusted no more than the visitor. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Adds the files of the question to the prompt; undefined for a question without files. */
  readonly attach?: PreparedFiles['attach'] | undefined;
  /** Replaces the setting `MAX_TOKENS`. */
  readonly maxTokens?: number;
  /** Aborted when nobody wants the answer any more. */
  readonly signal: AbortSignal;
  /** Called when a model begins to answer, with its name and the id of the call in the log of AI Gateway. */
  readonly onAnswering?: (model: string, gatewayLogId: string | undefined) => void;
}

/** A request to a model, before the search has found its passages. */
export type Question = Omit<ModelRequest, 'passages'>;

/**
 * A language model, or what answers in place of one.
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
  /** Sent to clients that ask which model answers. */
  readonly name: string;
  /**
   * Feeds what the model says into `answer`. Yields, once per read from the model server, what is new in the answer. Throws
   * `ChatError`, or the signal's reason once that is aborted.
   */
  generate(request: ModelRequest, answer: Answer): AsyncIterable<readonly AnswerEvent[]>;
}
