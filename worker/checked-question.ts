import type { Session } from '../widget/protocol/chat-event.ts';
import type { ModelRequest } from './model-port.ts';
import type { Allowance, Identity } from './visitor.ts';

/** A file that came with a question. */
export interface AskedFile {
  /** What its bytes are, whatever type the client named. */
  readonly mediaType: string;
  readonly name: string;
  /** Base64. */
  readonly data: string;
  /** Whether the file came with the question before the newest one. */
  readonly isEarlier?: boolean;
}

/**
 * A question that was checked, with all that a turn needs to know of it. Plain data: it is sent as JSON to the Durable Object that
 * runs the turn.
 */
export interface CheckedQuestion extends Pick<ModelRequest, 'queryId' | 'messages' | 'metadata'> {
  /** Replaces `SYSTEM_PROMPT`; empty where the client sent none. */
  readonly system: string;
  /** The address of the request. Relative addresses of documents are resolved against it. */
  readonly url: string;
  readonly origin: string;
  readonly files?: readonly AskedFile[] | undefined;
  /** A hash, equal for the same files under the same names; undefined without files. */
  readonly filesHash?: string | undefined;
  /** Whether the client can show follow-up questions. */
  readonly hasSuggestions: boolean;
  readonly session?: Session | undefined;
  readonly botCheck?: Identity['botCheck'];
  readonly allowance?: Allowance | undefined;
  /** Whoever sends this key together with `queryId` may read the turn. Undefined for a turn that cannot be read again. */
  readonly key?: string | undefined;
}

/** How a client wants to read a turn. */
export interface ReadOptions {
  /** A key of `WIRE_FORMATS`. */
  readonly format: string;
  /** Whether the answer is sent as a stream, else as one JSON. */
  readonly isStreamed: boolean;
  /** How many events the client has already: it gets those after them. */
  readonly after: number;
  /**
   * Whether each event has an id, such as `q_…-…:7` for the seventh. A reconnecting `EventSource` sends back the last one that it
   * got.
   */
  readonly hasIds?: boolean;
}

/** Runs the turn of one question: in a Durable Object, or within the request. */
export interface TurnRunner extends Pick<CheckedQuestion, 'queryId' | 'key'> {
  answer(asked: CheckedQuestion, reading: ReadOptions): Promise<Response>;
}

/** The ids that a request body gives its question and its conversation. */
export interface QuestionIds {
  /** Counts as the header `Idempotency-Key`, which a page of another origin may not be allowed to send. */
  readonly key: string | undefined;
  /** The AI SDK's id of the conversation. */
  readonly chatId: string | undefined;
}

/** Chooses what runs the turn of a question, by the question's ids and the response format. */
export type FindRunner = (names: QuestionIds, format: string) => Promise<TurnRunner>;
