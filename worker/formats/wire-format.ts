import type { ChatEvent, DoneEvent } from '../../widget/protocol/chat-event.ts';

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
 * };
 */
export interface WireFormat {
  /** One event as zero or more blocks of a `text/event-stream`. */
  encode(event: ChatEvent, info: TurnInfo): string;
  /** Headers of the response with the stream. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A finished turn as one JSON value. */
  whole(answer: string, done: DoneEvent, info: TurnInfo): object;
}

/** One block of a stream: the data as JSON. */
export const block = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;

/** The block that ends a stream in the formats of others. */
export const END = 'data: [DONE]\n\n';
