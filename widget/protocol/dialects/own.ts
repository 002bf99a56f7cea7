import { isErrorCode } from '../chat-error.ts';
import type {
  BackendEvent,
  DoneEvent,
  ErrorEvent,
  FinishReason,
  Quota,
  Session,
  StartEvent,
  ToolEvent,
  Usage,
} from '../chat-event.ts';
import type { Source, ToolState } from '../chat-message.ts';
import { type JsonObject, dropUndefined, readNumber, readObject, readString } from '../json.ts';
import { MAX_SOURCES } from '../limits.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { isOwnSource, readSource } from './sources.ts';
import { readSuggestions } from './suggestions.ts';

const FINISH_REASONS: readonly FinishReason[] = [
  'stop',
  'length',
  'content-filter',
  'tool-calls',
  'error',
  'other',
];

const TOOL_STATES: readonly ToolState[] = ['running', 'waiting', 'done', 'failed', 'denied'];

const DONE_KEYS: ReadonlySet<string> = new Set([
  'type',
  'queryId',
  'finishReason',
  'sources',
  'usage',
  'isUnsure',
  'suggestions',
  'quotaRemaining',
]);

/** The frames that our Worker sends, by their `type`. */
const FRAMES: Readonly<Record<string, (json: JsonObject) => BackendEvent | false | undefined>> = {
  start: (json) => typeof json['queryId'] === 'string' && readStart(json),
  sources: ({ sources }) => isOwnList(sources) && { type: 'sources', sources: readOwnList(sources) },
  token: ({ token }) => typeof token === 'string' && token !== '' && { type: 'token', token },
  'take-back': ({ length }) => typeof length === 'number' && { type: 'take-back', length },
  tool: readOwnTool,
  done: readOwnDone,
  error: readOwnError,
};

/**
 * The event of a frame exactly as our Worker writes it; undefined for any other: all formats are in `index.ts`.
 *
 * @example
 * readOwnFrame(toFrame('{"type":"token","token":"Hi"}')); // [{ type: 'token', token: 'Hi' }]
 * readOwnFrame(toFrame('{"type":"token","content":"Hi"}')); // undefined
 */
export function readOwnFrame({ event, json }: Frame): readonly FrameEvent[] | undefined {
  const object = readObject(json);
  const type = String(object['type']);
  const read = event === undefined && Object.hasOwn(FRAMES, type) ? FRAMES[type] : undefined;
  const own = read?.(object);
  return own ? [own] : undefined;
}

/** The beginning of a turn, also of servers that write it as ours does. */
export function readStart({ queryId, session, quota, links }: JsonObject): StartEvent {
  return dropUndefined<StartEvent>({
    type: 'start',
    queryId: readString(queryId),
    session: readSession(readObject(session)),
    quota: readQuota(readObject(quota)),
    links: readLinks(readObject(links)),
  });
}

/** A failure as our Worker writes it, in a stream or as the body of a bad status; undefined for any other. */
export function readOwnError({ code, message, retryAfter }: JsonObject): ErrorEvent | undefined {
  if (typeof code !== 'string' || !isErrorCode(code) || typeof message !== 'string') return undefined;
  return dropUndefined<ErrorEvent>({ type: 'error', code, message, retryAfter: readNumber(retryAfter) });
}

function readLinks({ feedback, resume, stop }: JsonObject): StartEvent['links'] {
  const links = { feedback: readString(feedback), resume: readString(resume), stop: readString(stop) };
  const known = dropUndefined<NonNullable<StartEvent['links']>>(links);
  return Object.keys(known).length > 0 ? known : undefined;
}

function readSession({ token, expiresAt }: JsonObject): Session | undefined {
  return typeof token === 'string' && typeof expiresAt === 'number' ? { token, expiresAt } : undefined;
}

function readQuota({ limit, remaining, resetsAt }: JsonObject): Quota | undefined {
  const isQuota = typeof limit === 'number' && typeof remaining === 'number' && typeof resetsAt === 'number';
  return isQuota ? { limit, remaining, resetsAt } : undefined;
}

/** A tool's state by its name; undefined for any other value. */
export function readToolState(state: unknown): ToolState | undefined {
  return TOOL_STATES.find((name) => name === state);
}

/** A tool with an input or an output, which may be too long, is read by the code for other backends. */
function readOwnTool(json: JsonObject): ToolEvent | undefined {
  const { id, name, title } = json;
  const state = readToolState(json['state']);
  const isOwn = typeof id === 'string' && typeof name === 'string' && typeof title === 'string';
  if (!isOwn || !state || 'input' in json || 'output' in json) return undefined;
  return { type: 'tool', id, name, title, state };
}

function readOwnDone(json: JsonObject): DoneEvent | undefined {
  const { sources } = json;
  const finishReason = FINISH_REASONS.find((reason) => reason === json['finishReason']);
  const isOwn = Object.keys(json).every((key) => DONE_KEYS.has(key));
  if (!isOwn || finishReason !== json['finishReason']) return undefined;
  if (sources !== undefined && !isOwnList(sources)) return undefined;
  const suggestions = readSuggestions(json['suggestions']);
  return dropUndefined<DoneEvent>({
    type: 'done',
    queryId: readString(json['queryId']),
    finishReason,
    sources: sources && readOwnList(sources),
    quotaRemaining: readNumber(json['quotaRemaining']),
    usage: readOwnUsage(readObject(json['usage'])),
    isUnsure: json['isUnsure'] === true || undefined,
    suggestions: suggestions.length > 0 ? suggestions : undefined,
  });
}

function readOwnUsage({ inputTokens, outputTokens }: JsonObject): Usage | undefined {
  const usage = { inputTokens: readNumber(inputTokens), outputTokens: readNumber(outputTokens) };
  const known = dropUndefined<Usage>(usage);
  return Object.keys(known).length > 0 ? known : undefined;
}

function isOwnList(sources: unknown): sources is readonly unknown[] {
  return Array.isArray(sources) && sources.every(isOwnSource);
}

function readOwnList(sources: readonly unknown[]): readonly Source[] {
  return sources.slice(0, MAX_SOURCES).flatMap((entry, index) => readSource(entry, index) ?? []);
}
