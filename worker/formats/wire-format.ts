import type { BackendEvent, DoneEvent, ErrorEvent } from '../../widget/protocol/chat-event.ts';

/** What a format may say besides the events. */
export interface TurnInfo {
  readonly queryId: string;
  readonly model: string;
}

/**
 * Ways to put a turn on the wire.
 *
 * @example
 * const words: WireFormat = {
 *   encode: (event) => (event.type === 'token' ? `data: ${event.token}\n\n` : ''),
 *   whole: (answer) => ({ text: answer }),
 *   failure: ({ code }) => ({ error: code }),
 * };
 */
export interface WireFormat {
  /** One event as zero or more blocks of a `text/event-stream`. */
  encode(event: BackendEvent, info: TurnInfo): string;
  /** Its clients are told of questions that may follow. */
  readonly hasSuggestions?: boolean;
  /** Headers of the response with the stream. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A finished turn as one JSON value. */
  whole(answer: string, done: DoneEvent, info: TurnInfo): object;
  /** The same of a turn that failed. */
  failure(error: ErrorEvent): object;
}

/** One block of a stream: the data as JSON. */
export const block = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;

/** The block that ends a stream in the formats of others. */
export const END = 'data: [DONE]\n\n';
