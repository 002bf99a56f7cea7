import { toErrorEvent } from './error.ts';
import { readFinish, readReasoning, toFailure } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { isAnswerer } from './names.ts';
import { kindOfKey, kindOfName, type NameKind } from './structure-names.ts';
import { readChunks, readNamedSource } from './vendor-sources.ts';
import { readSuggestions } from './suggestions.ts';
import { type JsonObject, isObject, pickString, readList, readObject, readString } from '../json.ts';
import { MAX_SOURCES } from '../limits.ts';

/** Keys under which an object says what it is. */
const NAME_KEY =
  /^\$?(?:type|kind|event|object|(?:chunk|event|part|part_delta|message|content)_?(?:type|kind)|response_type)$/i;

/** Keys under which an object says whose words it has. */
const SPEAKER_KEY = /^(?:role|source|sender|author|from|direction|message_?type)$/i;
const OTHER_SPEAKER =
  /^(?:user|human|visitor|customer|client|me|incoming|system|developer|tool|function)(?:message)?$/i;

/** Keys of objects on the way to the text. */
const CONTAINER_KEY =
  /^(?:activities|artifacts?|body|candidates|chat|choices|conversation|data|events?|generations?|generic|parts?|payload|predictions|query_?result|raw|results?|thread|update|value)$/i;
/** Keys of objects without text that may say whether the answer has ended. */
const DETAILS_KEY = /^(?:context|details|meta|metadata|response_metadata)$/i;

/** Text keys, the most certain one first. `message` and `result` may hold a status, so objects come before them. */
const TEXT_KEYS = [
  'token',
  'delta',
  'text',
  'content',
  'answer',
  'response',
  'output',
  'reply',
  'completion',
];
const WEAK_KEY = /^(?:message|result)$/i;

const REASON_KEY = /^(?:finish|stop|done)_?reason$/i;
const UNFINISHED_REASON = /^(?:null|none|not_finished)?$/i;
const END_FLAG_KEY = /^(?:is_?)?(?:close|completed?|completion|done|end|final|finished|last|stop)$/i;
const SUGGESTION_KEY = /^(?:suggestions|follow_?ups?|(?:follow_?up|suggested|related)_?questions)$/i;

const WORKING =
  /^(?:in_progress|loading|pending|processing|queued|running|searching|started|thinking|working)$/i;
const FAILED = /^(?:error|fail(?:ed|ure)?)$/i;

/** Control tokens of models, such as `<|source|>` and `</s>`. */
const SPECIAL_TOKEN = /^(?:<\|\w+\|>|<\/\w+>)$/;

const MAX_DEPTH = 12;
/** Levels of objects that may surround a list of sources. */
const MAX_LIST_DEPTH = 3;

/** The position of a value in the frame. */
interface Position {
  /** The keys that lead to the value. */
  readonly path: string;
  /** Whether an object or key around the value is named as text. */
  readonly isText: boolean;
  readonly depth: number;
}

/**
 * Finds the text of a JSON frame that no dialect reads. Text is found by names of keys, at any depth, in objects whose name
 * means text, or that have none. Thoughts, sources, suggestions and the end of the answer are found with it. Objects with any
 * other name have no text, and the visitor's own words are skipped.
 *
 * @example
 * readStructure(toFrame('{"output":{"choices":[{"message":{"content":"Hi"}}]}}'));
 * // [{ type: 'token', token: 'Hi', shape: '.output.choices.message.content' }]
 * readStructure(toFrame('{"payload":{"type":"debug","message":"Searching"}}')); // undefined
 */
export function readStructure({ event, json }: Frame): readonly FrameEvent[] | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const kind = event === undefined ? 'neutral' : kindOfName(event);
  if (kind === 'other') return undefined;
  const found = readValue(json, { path: '', isText: kind === 'text', depth: 0 });
  const events = withKind(kind, readObject(json), found);
  return events.length > 0 ? events : undefined;
}

function withKind(kind: NameKind, json: JsonObject, events: readonly FrameEvent[]): readonly FrameEvent[] {
  switch (kind) {
    case 'error':
      return [toErrorEvent({ ...json, ...readObject(json['last_error']) })];
    case 'thought':
      return events.flatMap((event) => (event.type === 'token' ? readReasoning(event.token) : [event]));
    case 'source':
      return readNamedSources(events, json);
    case 'start':
      return [...events, { type: 'unfinished' }];
    case 'end':
      return [...events, ...readFinish('stop')];
    default:
      return events;
  }
}

/** The sources in an object that is named as sources: the first list in it, under any key. */
function readNamedSources(events: readonly FrameEvent[], json: JsonObject): readonly FrameEvent[] {
  const known = events.filter(({ type }) => type === 'source');
  return known.length > 0 ? known : readDocuments(firstListIn(json, MAX_LIST_DEPTH));
}

function firstListIn(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return isObject(value[0]) ? value : undefined;
  if (depth === 0) return undefined;
  return Object.values(readObject(value))
    .map((inner) => firstListIn(inner, depth - 1))
    .find((inner) => inner !== undefined);
}

function readValue(value: unknown, position: Position): readonly FrameEvent[] {
  if (position.depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return readEntries(value, position);
  if (isObject(value)) return readNode(value, position);
  if (!position.isText || typeof value !== 'string' || value === '' || SPECIAL_TOKEN.test(value)) return [];
  return [{ type: 'token', token: value, ...(position.depth > 1 && { shape: position.path }) }];
}

/**
 * A list. In a conversation, only the entries after the visitor's last message count. Parts are joined; messages become
 * paragraphs.
 */
function readEntries(list: readonly unknown[], position: Position): readonly FrameEvent[] {
  const entries = list.slice(1 + list.findLastIndex((entry) => isObject(entry) && isFromOtherSpeaker(entry)));
  const isMessages = /(?:message|activitie|output|response)s$/i.test(position.path);
  return entries.flatMap((entry, index) => {
    const events = readValue(entry, { ...position, depth: position.depth + 1 });
    return isMessages && index > 0 && hasText(events) ? [{ type: 'paragraph' }, ...events] : events;
  });
}

function readNode(node: JsonObject, position: Position): readonly FrameEvent[] {
  if (isFromOtherSpeaker(node)) return [];
  // An object of LangChain, serialized: `{"lc":1,"id":[…,"AIMessageChunk"],"kwargs":{…}}`.
  if (node['lc'] === 1)
    return String(readList(node['id']).at(-1)).startsWith('AI') ? readValue(node['kwargs'], position) : [];
  const kinds = Object.entries(node).flatMap(([key, name]) =>
    NAME_KEY.test(key) && typeof name === 'string' && /^[\w.:-]{1,60}$/.test(name) ? kindOfName(name) : [],
  );
  if (kinds.includes('other')) return [];
  const failure = readFailure(node);
  if (failure) return failure;
  const isText = kinds.includes('text') || (position.isText && kinds.length === 0);
  // After a vague name such as `update`, texts directly in the object do not count, only those in objects below it.
  const isVague = kinds.includes('neutral') && !isText;
  const thoughts = readThoughts(node, position);
  const said = readText(isVague ? withoutStrings(node) : node, { ...position, isText });
  const events = [
    ...thoughts,
    // The same thoughts may also stand deeper in the object.
    ...said.filter(({ type }) => type !== 'reasoning' || thoughts.length === 0),
    ...readAside(node),
  ];
  return kinds
    .filter((kind) => kind !== 'start' || position.depth === 0)
    .reduce<readonly FrameEvent[]>((all, kind) => withKind(kind, node, all), events);
}

function withoutStrings(node: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(node).filter(([, value]) => typeof value === 'object'));
}

/** Whether an object has words of another speaker than the assistant, or is a special token without text. */
function isFromOtherSpeaker(node: JsonObject): boolean {
  if (node['special'] === true || node['isBot'] === false || node['is_from_self'] === true) return true;
  return Object.entries(node).some(([key, value]) => {
    if (!SPEAKER_KEY.test(key)) return false;
    const speaker = isObject(value) ? pickString(value, 'role', 'type', 'label', 'Label', 'name') : value;
    if (/^role$/i.test(key) && !isAnswerer(speaker)) return true;
    return typeof speaker === 'string' && OTHER_SPEAKER.test(speaker);
  });
}

/** A failure without the word `error`: `{"code": 102, "message": "…", "data": null}`, `{"status": "failed"}`. */
function readFailure(node: JsonObject): readonly FrameEvent[] | undefined {
  const { code, status, statusCode, data, detail, ok } = node;
  const said = pickString(node, 'errorMessage', 'error_message', 'exception');
  const number = Number(
    statusCode ?? (typeof code === 'number' && !data && pickString(node, 'message', 'msg') ? code : 0),
  );
  const isBad = number !== 0 && !(number >= 200 && number < 300);
  if (said || (typeof detail === 'string' && Object.keys(node).length === 1))
    return toFailure(said || String(detail));
  const hasFailed =
    isBad || node['is_error'] === true || ok === false || FAILED.test(readString(status) ?? '');
  return hasFailed ? [toErrorEvent({ ...node, code: isBad ? number : code })] : undefined;
}

function readThoughts(node: JsonObject, position: Position): readonly FrameEvent[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (kindOfKey(key) !== 'thought') return [];
    const events = readValue(value, {
      path: `${position.path}.${key}`,
      isText: true,
      depth: position.depth + 1,
    });
    return withKind('thought', node, events);
  });
}

/** One text of an object. Other keys often repeat the same text. */
function readText(node: JsonObject, position: Position): readonly FrameEvent[] {
  const keys = Object.keys(node).filter((key) => isTextKey(key) && !WEAK_KEY.test(key));
  const ranked = keys.toSorted((a, b) => rankOf(a) - rankOf(b));
  const strong = ranked.find(
    (key) =>
      typeof node[key] === 'string' ||
      (typeof node[key] === 'number' && rankOf(key) > 1 && rankOf(key) < TEXT_KEYS.length),
  );
  if (strong !== undefined) return readKey({ [strong]: String(node[strong]) }, strong, position);
  const objects = Object.keys(node).filter((key) => CONTAINER_KEY.test(key) || isTextKey(key));
  const marks: FrameEvent[] = [];
  for (const key of new Set([...ranked, ...objects])) {
    const events = typeof node[key] === 'object' ? readKey(node, key, position) : [];
    if (hasText(events)) return [...marks, ...events];
    marks.push(...events);
  }
  const values = position.isText ? ['data', 'value', 'payload', 'body'] : [];
  // Vectara's answer stands in `summary`.
  if ('search_results' in node) values.push('summary');
  const isBusy = WORKING.test(readString(node['status']) ?? '');
  const weak = [...values, ...(isBusy ? [] : Object.keys(node).filter((key) => WEAK_KEY.test(key)))];
  const last = weak.find((key) => typeof node[key] === 'string');
  const said = last === undefined ? [] : readKey({ [last]: node[last] }, last, { ...position, isText: true });
  return [...marks, ...said];
}

function readKey(node: JsonObject, key: string, { path, isText, depth }: Position): readonly FrameEvent[] {
  // Dialogflow's `queryResult` also has the visitor's question.
  const value = /^query/i.test(key) ? withoutStrings(readObject(node[key])) : node[key];
  const position = { path: `${path}.${key}`, isText: isText || isTextKey(key), depth: depth + 1 };
  const events = readValue(value, position);
  const fields = Object.keys(readObject(value));
  // In GraphQL's `{"data":{"anyName":{…}}}` the inner name is chosen by the developer.
  const [field = ''] = key === 'data' && fields.length === 1 ? fields : [];
  const isKnown = field === '' || CONTAINER_KEY.test(field) || isTextKey(field);
  return isKnown || typeof readObject(value)[field] !== 'object'
    ? events
    : readKey(readObject(value), field, position);
}

function isTextKey(key: string): boolean {
  return kindOfKey(key) === 'text';
}

function rankOf(key: string): number {
  const rank = TEXT_KEYS.indexOf(key.toLowerCase());
  return rank === -1 ? TEXT_KEYS.length : rank;
}

function hasText(events: readonly FrameEvent[]): boolean {
  return events.some(({ type }) => type === 'token');
}

/** Fields beside a text: sources, suggestions, and whether more text follows. */
function readAside(node: JsonObject): readonly FrameEvent[] {
  return Object.entries(node).flatMap(([key, value]): readonly FrameEvent[] => {
    if (REASON_KEY.test(key)) return readReason(value);
    if (END_FLAG_KEY.test(key) && typeof value === 'boolean')
      return value ? readFinish('stop') : [{ type: 'unfinished' }];
    if (SUGGESTION_KEY.test(key)) return toSuggestions(value);
    if (kindOfKey(key) === 'source') return readDocuments(value);
    return DETAILS_KEY.test(key) && isObject(value) ? readAside(value) : [];
  });
}

function readReason(reason: unknown): readonly FrameEvent[] {
  if (reason !== null && typeof reason !== 'string') return [];
  return UNFINISHED_REASON.test(reason ?? '') ? [{ type: 'unfinished' }] : readFinish(reason);
}

function toSuggestions(value: unknown): readonly FrameEvent[] {
  const suggestions = readSuggestions(value);
  return suggestions.length > 0 ? [{ type: 'suggestions', suggestions }] : [];
}

function readDocuments(value: unknown): readonly FrameEvent[] {
  const chunks = readChunks(readObject(value)['chunks']);
  const listed = readList(value)
    .filter(isObject)
    .flatMap((entry, index) => readNamedSource(entry, index) ?? []);
  return [...chunks, ...listed]
    .filter(({ title, url }) => title || url)
    .slice(0, MAX_SOURCES)
    .map((source) => ({ type: 'source', source }));
}
