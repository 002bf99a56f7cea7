import { toErrorEvent } from './error.ts';
import { readFinish, readReasoning, toFailure } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { isAnswerer } from './names.ts';
import { kindOfKey, kindOfName, type NameKind } from './structure-names.ts';
import { readChunks, readNamedSource } from './vendor-sources.ts';
import { readSuggestions } from './suggestions.ts';
import { type JsonObject, isObject, pickString, readList, readObject, readString } from '../json.ts';
import { MAX_SOURCES } from '../limits.ts';

/** Where an object says what it is. */
const NAME_KEY =
  /^\$?(?:type|kind|event|object|(?:chunk|event|part|part_delta|message|content)_?(?:type|kind)|response_type)$/i;

/** Where it says whose words it has. */
const SPEAKER_KEY = /^(?:role|source|sender|author|from|direction|message_?type)$/i;
const OTHERS =
  /^(?:user|human|visitor|customer|client|me|incoming|system|developer|tool|function)(?:message)?$/i;

/** Objects on the way to the text. */
const CONTAINER =
  /^(?:activities|artifacts?|body|candidates|chat|choices|conversation|data|events?|generations?|generic|parts?|payload|predictions|query_?result|raw|results?|thread|update|value)$/i;
/** Objects that have no text, and may say that the answer has ended. */
const ASIDE = /^(?:context|details|meta|metadata|response_metadata)$/i;

/** The most telling key first; `message` and `result` may be a status, so that objects come before them. */
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
const FLAG_KEY = /^(?:is_?)?(?:close|completed?|completion|done|end|final|finished|last|stop)$/i;
const SUGGESTION_KEY = /^(?:suggestions|follow_?ups?|(?:follow_?up|suggested|related)_?questions)$/i;

const WORKING =
  /^(?:in_progress|loading|pending|processing|queued|running|searching|started|thinking|working)$/i;
const FAILED = /^(?:error|fail(?:ed|ure)?)$/i;

/** Tokens that steer a reader, such as `<|source|>` and `</s>`. */
const SPECIAL_TOKEN = /^(?:<\|\w+\|>|<\/\w+>)$/;

const MAX_DEPTH = 12;
/** Objects around a list of sources. */
const MAX_LIST_DEPTH = 3;

/** Where a value stands. */
interface Place {
  /** The keys that led to it. */
  readonly path: string;
  /** What stands around it is named as text. */
  readonly isText: boolean;
  readonly depth: number;
}

/**
 * Finds the text of a JSON frame that no dialect knows: by names of keys, at any depth, in objects that name themselves as text
 * or not at all; with it thoughts, sources, suggestions, and whether the answer has ended. An object that names itself as
 * anything else has no text, and the visitor's own words are none.
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

/** An object that names itself as sources has them under any key. */
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

function readValue(value: unknown, place: Place): readonly FrameEvent[] {
  if (place.depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return readEntries(value, place);
  if (isObject(value)) return readNode(value, place);
  if (!place.isText || typeof value !== 'string' || value === '' || SPECIAL_TOKEN.test(value)) return [];
  return [{ type: 'token', token: value, ...(place.depth > 1 && { shape: place.path }) }];
}

/** Of a conversation what follows the visitor's last words. Parts are joined, messages are paragraphs. */
function readEntries(list: readonly unknown[], place: Place): readonly FrameEvent[] {
  const entries = list.slice(1 + list.findLastIndex((entry) => isObject(entry) && isOthers(entry)));
  const isMessages = /(?:message|activitie|output|response)s$/i.test(place.path);
  return entries.flatMap((entry, index) => {
    const events = readValue(entry, { ...place, depth: place.depth + 1 });
    return isMessages && index > 0 && hasText(events) ? [{ type: 'paragraph' }, ...events] : events;
  });
}

function readNode(node: JsonObject, place: Place): readonly FrameEvent[] {
  if (isOthers(node)) return [];
  // LangChain's objects, serialized.
  if (node['lc'] === 1)
    return String(readList(node['id']).at(-1)).startsWith('AI') ? readValue(node['kwargs'], place) : [];
  const kinds = Object.entries(node).flatMap(([key, name]) =>
    NAME_KEY.test(key) && typeof name === 'string' && /^[\w.:-]{1,60}$/.test(name) ? kindOfName(name) : [],
  );
  if (kinds.includes('other')) return [];
  const failure = readFailure(node);
  if (failure) return failure;
  const isText = kinds.includes('text') || (place.isText && kinds.length === 0);
  // A name that says nothing, such as `update`, vouches for no text of its own.
  const isVague = kinds.includes('neutral') && !isText;
  const thoughts = readThoughts(node, place);
  const said = readText(isVague ? withoutStrings(node) : node, { ...place, isText });
  const events = [
    ...thoughts,
    // The same thoughts may stand deeper, too.
    ...said.filter(({ type }) => type !== 'reasoning' || thoughts.length === 0),
    ...readAside(node),
  ];
  return kinds
    .filter((kind) => kind !== 'start' || place.depth === 0)
    .reduce<readonly FrameEvent[]>((all, kind) => withKind(kind, node, all), events);
}

function withoutStrings(node: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(node).filter(([, value]) => typeof value === 'object'));
}

/** Whether an object has words of somebody else than the answerer, or is a token that stands for no text. */
function isOthers(node: JsonObject): boolean {
  if (node['special'] === true || node['isBot'] === false || node['is_from_self'] === true) return true;
  return Object.entries(node).some(([key, value]) => {
    if (!SPEAKER_KEY.test(key)) return false;
    const speaker = isObject(value) ? pickString(value, 'role', 'type', 'label', 'Label', 'name') : value;
    if (/^role$/i.test(key) && !isAnswerer(speaker)) return true;
    return typeof speaker === 'string' && OTHERS.test(speaker);
  });
}

/** `{"code": 102, "message": "…", "data": null}`, `{"status": "failed"}` and the like. */
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

function readThoughts(node: JsonObject, place: Place): readonly FrameEvent[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (kindOfKey(key) !== 'thought') return [];
    const events = readValue(value, { path: `${place.path}.${key}`, isText: true, depth: place.depth + 1 });
    return withKind('thought', node, events);
  });
}

/** One text of an object: others say the same in another way. */
function readText(node: JsonObject, place: Place): readonly FrameEvent[] {
  const keys = Object.keys(node).filter((key) => isTextKey(key) && !WEAK_KEY.test(key));
  const ranked = keys.toSorted((a, b) => rankOf(a) - rankOf(b));
  const strong = ranked.find(
    (key) =>
      typeof node[key] === 'string' ||
      (typeof node[key] === 'number' && rankOf(key) > 1 && rankOf(key) < TEXT_KEYS.length),
  );
  if (strong !== undefined) return readKey({ [strong]: String(node[strong]) }, strong, place);
  const objects = Object.keys(node).filter((key) => CONTAINER.test(key) || isTextKey(key));
  const marks: FrameEvent[] = [];
  for (const key of new Set([...ranked, ...objects])) {
    const events = typeof node[key] === 'object' ? readKey(node, key, place) : [];
    if (hasText(events)) return [...marks, ...events];
    marks.push(...events);
  }
  const values = place.isText ? ['data', 'value', 'payload', 'body'] : [];
  // Vectara's answer.
  if ('search_results' in node) values.push('summary');
  const isBusy = WORKING.test(readString(node['status']) ?? '');
  const weak = [...values, ...(isBusy ? [] : Object.keys(node).filter((key) => WEAK_KEY.test(key)))];
  const last = weak.find((key) => typeof node[key] === 'string');
  const said = last === undefined ? [] : readKey({ [last]: node[last] }, last, { ...place, isText: true });
  return [...marks, ...said];
}

function readKey(node: JsonObject, key: string, { path, isText, depth }: Place): readonly FrameEvent[] {
  // Dialogflow's has the question, too.
  const value = /^query/i.test(key) ? withoutStrings(readObject(node[key])) : node[key];
  const place = { path: `${path}.${key}`, isText: isText || isTextKey(key), depth: depth + 1 };
  const events = readValue(value, place);
  const fields = Object.keys(readObject(value));
  // GraphQL's field has any name.
  const [field = ''] = key === 'data' && fields.length === 1 ? fields : [];
  const isKnown = field === '' || CONTAINER.test(field) || isTextKey(field);
  return isKnown || typeof readObject(value)[field] !== 'object'
    ? events
    : readKey(readObject(value), field, place);
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

/** What stands beside a text: sources, suggestions, and whether more follows. */
function readAside(node: JsonObject): readonly FrameEvent[] {
  return Object.entries(node).flatMap(([key, value]): readonly FrameEvent[] => {
    if (REASON_KEY.test(key)) return readReason(value);
    if (FLAG_KEY.test(key) && typeof value === 'boolean')
      return value ? readFinish('stop') : [{ type: 'unfinished' }];
    if (SUGGESTION_KEY.test(key)) return toSuggestions(value);
    if (kindOfKey(key) === 'source') return readDocuments(value);
    return ASIDE.test(key) && isObject(value) ? readAside(value) : [];
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
