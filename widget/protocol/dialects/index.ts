import { readError } from './error.ts';
import type { Dialect, Frame, FrameEvent } from './frame.ts';
import { readOllama } from './ollama.ts';
import { readOpenAiChat } from './openai-chat.ts';
import { readEnd, readFirst } from './read-first.ts';
import { readDocuments, readPlainText } from './plain.ts';
import { expectsEndMark, readRare } from './rare.ts';
import { readStructure } from './structure.ts';
import { readTyped } from './typed.ts';
import { readUiMessageStream } from './ui-message-stream.ts';
import { readWorkersAi } from './workers-ai.ts';
import { readList, readObject } from '../json.ts';

export type { Frame, FrameEvent } from './frame.ts';
export { toFrame } from './frame.ts';

/** Dialects that recognise their frames by a feature that no other format has. */
const VENDORS: readonly Dialect[] = [readRare, readUiMessageStream];

/** Most specific first: the first dialect that returns events reads the frame. */
const DIALECTS: readonly Dialect[] = [
  readEnd,
  readError,
  ...VENDORS,
  readTypedText,
  readOpenAiChat,
  readOllama,
  readWorkersAi,
  readDocuments,
  readStructure,
  readPlainText,
];

/**
 * The events of a frame that only one vendor writes; undefined for any other frame.
 *
 * @example
 * readVendor(toFrame('{"text":"Hi"}')); // undefined: anybody may write this
 */
export function readVendor(frame: Frame): readonly FrameEvent[] | undefined {
  return readFirst(VENDORS, frame);
}

/**
 * The events of one frame in any known format; none for an unknown frame. Every frame is read on its own, because servers mix
 * formats within one stream.
 *
 * @example
 * readFrame(toFrame('{"choices":[{"delta":{"content":"Hi"},"finish_reason":null}]}'));
 * // [{ type: 'token', token: 'Hi' }, { type: 'unfinished' }]
 * readFrame(toFrame('{"response":"Hi"}')); // [{ type: 'token', token: 'Hi' }]
 * readFrame(toFrame('[DONE]')); // [{ type: 'end' }]
 */
export function readFrame(frame: Frame): readonly FrameEvent[] {
  for (const dialect of DIALECTS) {
    const events = dialect(frame);
    if (events) return marksEnd(dialect, frame) ? [...events, { type: 'unfinished' }] : events;
  }
  return expectsEndMark(frame) ? [{ type: 'unfinished' }] : [];
}

/**
 * Whether a frame belongs to a format that marks its end: if that mark is missing, the stream was cut. Not for `readRare`,
 * which reports this itself. Workers AI ends with `[DONE]`, and its frames have the padding `p`. OpenAI's own chunks have a
 * `finish_reason`; Snowflake's similar chunks have none, and no end mark.
 */
function marksEnd(dialect: Dialect, frame: Frame): boolean {
  const { json } = frame;
  if (dialect === readWorkersAi) return 'p' in readObject(json);
  if (dialect === readOpenAiChat) return !readList(readObject(json)['choices']).every(isWithoutReason);
  return dialect === readOllama || expectsEndMark(frame);
}

function isWithoutReason(choice: unknown): boolean {
  return !('finish_reason' in readObject(choice));
}

/** Undefined for a typed frame without text: its text may be an object or stand under another key, so that structure finds it. */
function readTypedText(frame: Frame): readonly FrameEvent[] | undefined {
  const events = readTyped(frame);
  return events?.length === 0 ? undefined : events;
}
