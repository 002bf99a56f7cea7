import { readError } from './error.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { readVendor } from './index.ts';
import { readOpenAiChat } from './openai-chat.ts';
import { readChunks } from './vendor-sources.ts';
import { readStructure } from './structure.ts';
import { readDone } from './typed.ts';
import { type JsonObject, isObject, parseJson, readObject } from '../json.ts';

/**
 * The events of an answer that is one JSON document: its text, sources and the like, then `done`; or one `error`. Undefined
 * when it has no text.
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
  const { statusCode, body } = json;
  // The response of a serverless function, which the gateway before it has not unwrapped: `{"statusCode":200,"body":"…"}`.
  if (statusCode === 200 && typeof body === 'string') return readAnswer(parseJson(body) ?? body);
  const frame = { data: '', json };
  return (
    readError(frame) ??
    addEnd(readOpenAiChat(frame)) ??
    addEnd(readVendorAnswer(frame)) ??
    readByStructure(json)
  );
}

function addEnd(events: readonly FrameEvent[] | undefined): readonly FrameEvent[] | undefined {
  return events && [...events, { type: 'end' }];
}

/**
 * A vendor's answer in one frame. Only if the frame marks an end: otherwise it may be the first line of a stream that was cut.
 */
function readVendorAnswer(frame: Frame): readonly FrameEvent[] | undefined {
  const events = readVendor(frame);
  return events?.some(({ type }) => type === 'finish' || type === 'end' || type === 'error')
    ? events
    : undefined;
}

function readList(entries: readonly unknown[]): readonly FrameEvent[] | undefined {
  let said = '';
  const events = entries.flatMap((entry) => {
    const found = readEntry(entry, said);
    said = textOf(found) || said;
    return found;
  });
  return said ? addEnd(events) : undefined;
}

/** The text in the events of a frame. */
export function textOf(events: readonly FrameEvent[]): string {
  return events
    .map((event) => (event.type === 'token' ? event.token : event.type === 'snapshot' ? event.text : ''))
    .join('');
}

/**
 * The events of one entry of a list. The entry is a frame of a stream, or a message of its own, which begins a paragraph after
 * `said`, the text before it. Rasa's messages have `recipient_id` and `text`:
 * https://rasa.com/docs/reference/api/pro/http-api, "Post user message from a REST channel".
 *
 * @example
 * readEntry(' ship', 'Boots'); // [{ type: 'token', token: ' ship' }]
 * readEntry({ recipient_id: '1', text: 'Hi' }, 'Hm'); // [{ type: 'paragraph' }, { type: 'token', token: 'Hi' }]
 */
export function readEntry(json: unknown, said: string): readonly FrameEvent[] {
  const frame = { data: '', json };
  const known = isObject(json) ? (readVendor(frame) ?? readOpenAiChat(frame)) : undefined;
  if (known) return known;
  const events = readAnswer(json)?.filter(({ type }) => type !== 'done' && type !== 'end') ?? [];
  const text = textOf(events);
  const isMessage = 'recipient_id' in readObject(json) || (/[.!?:…)]$/.test(said) && /^\S/.test(text));
  return isMessage && text !== '' ? [{ type: 'paragraph' }, ...events] : events;
}

/** Finds the text of an answer by its structure, and adds `done` with sources, usage and the like. */
function readByStructure(json: JsonObject): readonly FrameEvent[] | undefined {
  const { response } = json;
  const isJsonMode = isObject(response) && readStructure({ data: '', json: response }) === undefined;
  const events = readStructure({
    data: '',
    json: isJsonMode ? { response: JSON.stringify(response) } : json,
  });
  if (!events) return undefined;
  if (events.some(({ type }) => type === 'error')) return events;
  if (textOf(events) === '') return undefined;
  const isCut =
    events.some(({ type }) => type === 'unfinished') && !events.some(({ type }) => type === 'finish');
  const done = readDone(json);
  const chunks = json['chunks'] ?? json['data'];
  const told = events.flatMap((event): readonly FrameEvent[] => {
    if (event.type === 'token') return [{ type: 'token', token: event.token }];
    return event.type === 'finish' || (event.type === 'source' && done.sources) ? [] : [event];
  });
  return [
    ...told,
    ...(Array.isArray(chunks) ? [{ type: 'sources' as const, sources: readChunks(chunks) }] : []),
    ...(isCut ? [] : [done]),
  ];
}
