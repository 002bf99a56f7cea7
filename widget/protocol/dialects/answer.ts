import { readError } from './error.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { readVendor } from './index.ts';
import { readOpenAiChat } from './openai-chat.ts';
import { isNamedText } from './names.ts';
import { readContent } from './read.ts';
import { readChunks } from './sources.ts';
import { readDone } from './typed.ts';
import { type JsonObject, isObject, readObject } from '../json.ts';

/** The keys under which an answer may be, most specific first. */
const ANSWER_KEYS = [
  'answer',
  'response',
  'text',
  'output_text',
  'output',
  'message',
  'content',
  'reply',
] as const;

/**
 * The events of a whole JSON answer: its text, sources and the like, and then `done`; or one `error`.
 * Undefined when no text is found in it.
 *
 * @example
 * readAnswer({ answer: 'Hi' }); // [{ type: 'token', token: 'Hi' }, { type: 'done' }]
 * readAnswer({ result: { response: 'Hi' } }); // the same
 * readAnswer({ ok: true }); // undefined
 */
export function readAnswer(json: unknown): readonly FrameEvent[] | undefined {
  if (Array.isArray(json)) return readList(json);
  if (!isObject(json))
    return typeof json === 'string' ? [{ type: 'token', token: json }, { type: 'done' }] : undefined;
  const frame = { data: '', json };
  return readError(frame) ?? close(readOpenAiChat(frame)) ?? close(readWords(frame)) ?? readFlatAnswer(json);
}

function close(events: readonly FrameEvent[] | undefined): readonly FrameEvent[] | undefined {
  return events && [...events, { type: 'end' }];
}

/** An answer that a vendor writes as one frame, which says that it is whole: a first line that was cut off is none. */
function readWords(frame: Frame): readonly FrameEvent[] | undefined {
  const events = readVendor(frame);
  return events?.some(({ type }) => type === 'finish' || type === 'end' || type === 'error')
    ? events
    : undefined;
}

/**
 * Messages, one after the other, or the events of a run (Google's ADK). Rasa's have `recipient_id` and `text`:
 * https://rasa.com/docs/reference/api/pro/http-api, "Post user message from a REST channel".
 */
function readList(entries: readonly unknown[]): readonly FrameEvent[] | undefined {
  const answers = entries.flatMap((entry) => {
    const events = isObject(entry) ? readVendor({ data: '', json: entry }) : undefined;
    return [events ?? readAnswer(entry)?.filter(({ type }) => type !== 'done' && type !== 'end') ?? []];
  });
  if (!answers.some((events) => events.some(({ type }) => type === 'token' || type === 'snapshot')))
    return undefined;
  return close(answers.flatMap((events) => [{ type: 'paragraph' }, ...events]));
}

function readFlatAnswer(json: JsonObject): readonly FrameEvent[] | undefined {
  const text = readText(json);
  if (text === undefined) return isObject(json['result']) ? readAnswer(json['result']) : undefined;
  const chunks = json['chunks'] ?? json['data'];
  return [
    { type: 'token', token: text },
    ...(Array.isArray(chunks) ? [{ type: 'sources' as const, sources: readChunks(chunks) }] : []),
    readDone(json),
  ];
}

function readText(json: JsonObject): string | undefined {
  if (!isNamedText({ event: undefined, json })) return undefined;
  for (const key of ANSWER_KEYS) {
    const value = json[key];
    const isJsonMode = key === 'response' && isObject(value);
    const text = isJsonMode ? JSON.stringify(readObject(value)) : readContent(value);
    if (text !== undefined) return text;
  }
  return undefined;
}
