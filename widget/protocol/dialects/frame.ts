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
 * Why the model stopped. Usage and `[DONE]` may still follow, and the end of the body is then a normal end. Without a reason
 * the frame cancels an earlier one: the model continues.
 */
export interface FinishFrame {
  readonly type: 'finish';
  readonly finishReason?: FinishReason;
}

/** Token counts, which may come in any frame; later counts replace earlier ones. */
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

/** Text that follows stands in a new paragraph. */
export interface ParagraphFrame {
  readonly type: 'paragraph';
}

/** The format marks its end, and the mark has not come yet: if the body ends now, it was cut. */
export interface UnfinishedFrame {
  readonly type: 'unfinished';
}

/** The frames of this stream are plain text. */
export interface PlainFrame {
  readonly type: 'plain';
}

/** A frame without data. In a stream of plain text it stands for a line end, which the server did not escape. */
export interface BlankFrame {
  readonly type: 'blank';
}

/** A piece of the answer. */
export interface TokenFrame extends TokenEvent {
  /** Id of the message that the token belongs to, for formats that name the speaker only at a message's start. */
  readonly message?: string;
  /**
   * The path of keys to the text, where the text was found by structure. A frame with another path and the same text repeats
   * it.
   */
  readonly shape?: string;
}

/** Start of a message that is not the assistant's, such as the visitor's own: its tokens are skipped. */
export interface EchoFrame {
  readonly type: 'echo';
  readonly message: string;
}

/** A piece of a plain-text body, which has no frames: the network cuts it anywhere. */
export interface TextFrame {
  readonly type: 'text';
  readonly text: string;
}

/** All text so far of one message, in formats that repeat it in every frame. */
export interface SnapshotFrame {
  readonly type: 'snapshot';
  readonly text: string;
  /** Id of the message, where the format gives one. A new id begins a paragraph. */
  readonly id?: string;
  /** Whether the message is complete. */
  readonly isWhole?: boolean;
}

/** `step`: a step of the model begins. `reset`: takes back the text and the tools of the current step. */
export interface StepFrame {
  readonly type: 'step' | 'reset';
}

/** Some fields of a tool call; the fields of earlier frames stay. */
export interface ToolFrame {
  readonly type: 'tool';
  readonly id: string;
  readonly name?: string;
  readonly state?: ToolState;
  /** The page has to run the tool, unless the stream brings a result. */
  readonly isForReader?: true;
  readonly title?: string;
  readonly input?: unknown;
  /** A piece of the input's JSON. */
  readonly inputDelta?: string;
  readonly output?: unknown;
}

/** A file of the answer; its `data:` address may be of any size. */
export type FileFrame = FileEvent;

/** The backend's own id of the conversation. */
export interface ThreadFrame {
  readonly type: 'thread';
  readonly id: string;
}

/** `[DONE]` and similar marks: no frame follows. */
export interface EndFrame {
  readonly type: 'end';
}

/** An event of one frame. Only `done`, `error` and `end` end the turn. */
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

/** The dialects of formats that few backends write, loaded as one chunk. */
export interface RareDialects {
  readonly dialects: readonly Dialect[];
  /** Whether a frame belongs to a format with an end mark, though none of these dialects reads it. */
  readonly expectsEndMark: (frame: Frame) => boolean;
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
