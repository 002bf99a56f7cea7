import type { Source, WireMessage } from '../widget/protocol/chat-message.ts';
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

/** The messages for a model. */
export type Prompt = readonly { readonly role: string; readonly content: string }[];

/** How a model gets to see the files of a question. */
export interface Sight {
  /** Names a model that can. */
  readonly env: Env;
  /** Adds them to the messages, each to the one that it came with. Throws `unsupported-content`. */
  attach(prompt: Prompt, signal: AbortSignal): Promise<readonly object[]>;
}

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
