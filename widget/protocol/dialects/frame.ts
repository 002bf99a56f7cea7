import type { BackendEvent, FileEvent, FinishReason, TokenEvent, Usage } from '../chat-event.ts';
import type { Source, ToolState } from '../chat-message.ts';
import { parseJson } from '../json.ts';

/** One unit of a stream as the framing cut it: an SSE event, or a line of NDJSON. */
export interface Frame {
  /** The SSE event name, when one was given. */
  readonly event?: string | undefined;
  readonly data: string;
  /** `data` parsed as JSON; undefined when it is not JSON. */
  readonly json: unknown;
}

/**
 * Why the model stopped. Usage and `[DONE]` may still follow; the end of the body is then a good end. Without a reason: it goes
 * on after all.
 */
export interface FinishFrame {
  readonly type: 'finish';
  readonly finishReason?: FinishReason;
}

/** Token counts, on whatever frame carries them; later ones win. */
export interface UsageFrame {
  readonly type: 'usage';
  readonly usage: Usage;
}

/** One more source, for formats that name them one by one. */
export interface SourceFrame {
  readonly type: 'source';
  readonly source: Source;
}

/** Questions that may follow the answer, for formats that name them before its end. */
export interface SuggestionsFrame {
  readonly type: 'suggestions';
  readonly suggestions: readonly string[];
}

/** A new block of text begins: a paragraph of its own. */
export interface ParagraphFrame {
  readonly type: 'paragraph';
}

/** A format that marks its end, and has not yet: a body that ends now was cut. */
export interface UnfinishedFrame {
  readonly type: 'unfinished';
}

/** The frames of this stream are plain text. */
export interface PlainFrame {
  readonly type: 'plain';
}

/** A frame without data. Between frames of plain text it was a line end, which its server did not escape. */
export interface BlankFrame {
  readonly type: 'blank';
}

/** A piece of the answer. */
export interface TokenFrame extends TokenEvent {
  /** The message that it is of, where the format says who speaks only at its start. */
  readonly message?: string;
  /** Where it stood in the frame, where only that tells. A frame of another shape with the same text says it once more. */
  readonly shape?: string;
}

/** A message begins that is none of the answerer's, such as the visitor's own: its tokens do not count. */
export interface EchoFrame {
  readonly type: 'echo';
  readonly message: string;
}

/** A piece of a body that is text and has no frames: how the network cuts it says nothing. */
export interface TextFrame {
  readonly type: 'text';
  readonly text: string;
}

/** All text so far of one message of the answer, for formats that repeat it. */
export interface SnapshotFrame {
  readonly type: 'snapshot';
  readonly text: string;
  /** The message, where the format names it: another one is a paragraph of its own. */
  readonly id?: string;
  /** Nothing more of it comes. */
  readonly isWhole?: boolean;
}

/** A step of the model begins: `reset` takes back the text and the tools since then. */
export interface StepFrame {
  readonly type: 'step' | 'reset';
}

/** Some of what is known about a tool; what earlier frames told about it stays. */
export interface ToolFrame {
  readonly type: 'tool';
  readonly id: string;
  readonly name?: string;
  readonly state?: ToolState;
  /** Whoever reads the stream has to run it, unless a result comes. */
  readonly isForReader?: true;
  readonly title?: string;
  readonly input?: unknown;
  /** More of the input's JSON. */
  readonly inputDelta?: string;
  readonly output?: unknown;
}

/** A file of the answer; its `data:` address may be of any size. */
export type FileFrame = FileEvent;

/** The backend's own name for the conversation. */
export interface ThreadFrame {
  readonly type: 'thread';
  readonly id: string;
}

/** `[DONE]` and its like: nothing follows. */
export interface EndFrame {
  readonly type: 'end';
}

/** An event of one frame. Only `done`, `error` and `end` are terminal. */
export type FrameEvent =
  | Exclude<BackendEvent, TokenEvent>
  | TokenFrame
  | EchoFrame
  | TextFrame
  | SnapshotFrame
  | StepFrame
  | ToolFrame
  | FinishFrame
  | UsageFrame
  | SourceFrame
  | SuggestionsFrame
  | ThreadFrame
  | ParagraphFrame
  | UnfinishedFrame
  | PlainFrame
  | BlankFrame
  | EndFrame;

/**
 * Reads a frame on its own, without memory of earlier ones; undefined when it is not of this format.
 *
 * @example
 * const readShout: Dialect = ({ json }) =>
 *   isObject(json) && 'shout' in json ? [{ type: 'token', token: String(json['shout']).toUpperCase() }] : undefined;
 * readShout(toFrame('{"shout":"hi"}')); // [{ type: 'token', token: 'HI' }]
 * readShout(toFrame('{"text":"hi"}')); // undefined: the next dialect is asked
 */
export type Dialect = (frame: Frame) => readonly FrameEvent[] | undefined;

/** Dialects of formats that few backends write, in a file of their own. */
export interface RareDialects {
  readonly dialects: readonly Dialect[];
  /** Whether a frame that none of them knows is of a format that marks its end. */
  readonly isAnnounced: (frame: Frame) => boolean;
}

/**
 * Makes a frame of one SSE event or one line.
 *
 * @example
 * toFrame('{"token":"Hi"}', 'message'); // { event: 'message', data: '{"token":"Hi"}', json: { token: 'Hi' } }
 * toFrame('[DONE]'); // { event: undefined, data: '[DONE]', json: undefined }
 */
export function toFrame(data: string, event?: string): Frame {
  return { event, data, json: parseJson(data) };
}
