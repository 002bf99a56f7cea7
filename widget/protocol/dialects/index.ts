import { readError } from './error.ts';
import type { Dialect, Frame, FrameEvent } from './frame.ts';
import { readOllama } from './ollama.ts';
import { readOpenAiChat } from './openai-chat.ts';
import { readEnd, readFirst } from './read-first.ts';
import { readDocuments, readPlainText } from './plain.ts';
import { isAnnounced, readRare } from './rare.ts';
import { readStructure } from './structure.ts';
import { readTyped } from './typed.ts';
import { readUiMessageStream } from './ui-message-stream.ts';
import { readWorkersAi } from './workers-ai.ts';
import { readList, readObject } from '../json.ts';

export type { Frame, FrameEvent } from './frame.ts';
export { toFrame } from './frame.ts';

/** Dialects that know their frames by a mark of their own. The first one that knows a frame reads it. */
const VENDORS: readonly Dialect[] = [readRare, readUiMessageStream];

/** Most specific first. */
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
 * The events of a frame that only one vendor writes; undefined for any other.
 *
 * @example
 * readVendor(toFrame('{"text":"Hi"}')); // undefined: anybody may write this
 */
export function readVendor(frame: Frame): readonly FrameEvent[] | undefined {
  return readFirst(VENDORS, frame);
}

/**
 * The events of one frame in any known format. Every frame is read by itself: servers mix formats within one stream.
 * Unknown frames have none.
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
    if (events) return isMarked(dialect, frame) ? [...events, { type: 'unfinished' }] : events;
  }
  return isAnnounced(frame) ? [{ type: 'unfinished' }] : [];
}

/**
 * Whether a frame is of a format that marks its end: without that mark a stream was cut. `readRare` says it itself. The padding is
 * in all frames of Workers AI, which ends with `[DONE]`. OpenAI's own chunks have a reason; Snowflake's have none, and no end.
 */
function isMarked(dialect: Dialect, frame: Frame): boolean {
  const { json } = frame;
  if (dialect === readWorkersAi) return 'p' in readObject(json);
  if (dialect === readOpenAiChat) return !readList(readObject(json)['choices']).every(isWithoutReason);
  return dialect === readOllama || isAnnounced(frame);
}

function isWithoutReason(choice: unknown): boolean {
  return !('finish_reason' in readObject(choice));
}

/** A text that is an object, or stands under another key, is found by structure. */
function readTypedText(frame: Frame): readonly FrameEvent[] | undefined {
  const events = readTyped(frame);
  return events?.length === 0 ? undefined : events;
}
