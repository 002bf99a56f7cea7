import type { Session } from '../widget/protocol/chat-event.ts';
import type { ModelRequest } from './model-port.ts';
import type { Allowance, Identity } from './visitor.ts';

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
