import type { BackendEvent, DoneEvent, ErrorEvent } from '../../widget/protocol/chat-event.ts';

/** Facts about the turn that a format may add to the events. */
export interface TurnInfo {
  readonly queryId: string;
  readonly model: string;
}

/**
 * A format of responses: how the events of a turn are written.
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
  /** Whether the format has follow-up questions. */
  readonly hasSuggestions?: boolean;
  /** Headers of the response with the stream. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A finished turn as one JSON value. */
  whole(answer: string, done: DoneEvent, info: TurnInfo): object;
  /** A turn that failed, as one JSON value. */
  failure(error: ErrorEvent): object;
}

/** One block of a stream: the data as JSON. */
export const block = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;

/** The last block of a stream, in the formats of OpenAI, Workers AI and the AI SDK. */
export const END = 'data: [DONE]\n\n';
