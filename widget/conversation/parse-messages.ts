import type { ChatMessage, ChatRole, MessageStatus, Part } from '../protocol/chat-message.ts';
import { readSource } from '../protocol/dialects/sources.ts';
import { readSuggestions } from '../protocol/dialects/suggestions.ts';
import { type JsonObject, isObject, parseJson, readList, readNumber, readString } from '../protocol/json.ts';

/**
 * A message as a page may give it: ours, or the `{role, content}` every chat API knows.
 *
 * @example
 * const input: MessageInput[] = [{ role: 'user', content: 'Hi' }, { role: 'assistant', content: 'Hello!' }];
 */
export type MessageInput = ChatMessage | { readonly role: ChatRole; readonly content: string };

/** Values for messages without an `id` or `createdAt`. */
export interface MessageDefaults {
  readonly createId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const ROLES: readonly ChatRole[] = ['user', 'assistant'];
const STATUSES: readonly MessageStatus[] = [
  'waiting',
  'complete',
  'streaming',
  'stopped',
  'truncated',
  'failed',
];

/** A message that the page gives has no turn: one that was `streaming` or `waiting` elsewhere gets these statuses. */
const STATUS_OUTSIDE: Partial<Record<MessageStatus, MessageStatus>> = {
  streaming: 'truncated',
  waiting: 'failed',
};

/**
 * Messages from the page: copied as plain JSON, entries that are none and those without any part dropped, missing and repeated ids
 * made anew. Nobody streams such a message, so `streaming` becomes `truncated`, and `waiting` becomes `failed`.
 *
 * @example
 * parseMessages([{ role: 'user', content: 'Hi' }, 'no message'], { createId: () => 'm1', now: () => 0 });
 * // [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Hi' }], status: 'complete', createdAt: 0 }]
 */
export function parseMessages(value: unknown, defaults: MessageDefaults): readonly ChatMessage[] {
  const messages = new Map<string, ChatMessage>();
  for (const entry of readList(toPlain(value))) {
    const message = isObject(entry) ? parseMessage(entry, defaults) : undefined;
    if (!message || message.parts.length === 0) continue;
    const id = messages.has(message.id) ? defaults.createId() : message.id;
    messages.set(id, { ...message, id, status: STATUS_OUTSIDE[message.status] ?? message.status });
  }
  return [...messages.values()];
}

/** A message from the storage; undefined for one without an id of its own. */
export function parseStoredMessage(entry: JsonObject): ChatMessage | undefined {
  const message = parseMessage(entry, { createId: () => '', now: () => 0 });
  return message?.id ? message : undefined;
}

/** A copy that shares nothing with the page's objects; undefined for a value that JSON cannot hold, such as a cycle. */
function toPlain(value: unknown): unknown {
  try {
    return parseJson(JSON.stringify(value) ?? 'null');
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function parseMessage(entry: JsonObject, { createId, now }: MessageDefaults): ChatMessage | undefined {
  const role = ROLES.find((known) => known === entry['role']);
  const parts = parseParts(entry);
  if (!role) return undefined;
  const { content: _, queryId: id, feedback, isUnsure, suggestions: next, ...others } = entry;
  const queryId = readString(id);
  const suggestions = readSuggestions(next);
  return {
    // Fields of later versions are kept.
    ...others,
    id: readString(entry['id']) || createId(),
    role,
    parts,
    status: STATUSES.find((known) => known === entry['status']) ?? 'complete',
    createdAt: readNumber(entry['createdAt']) ?? now(),
    ...(queryId === undefined ? {} : { queryId }),
    ...(feedback === 1 || feedback === -1 ? { feedback } : {}),
    ...(isUnsure === true && { isUnsure }),
    ...(suggestions.length > 0 && { suggestions }),
  };
}

function parseParts({ content, parts }: JsonObject): readonly Part[] {
  if (Array.isArray(parts)) return parts.filter(isObject).flatMap((part) => parsePart(part) ?? []);
  return typeof content === 'string' && content !== '' ? [{ type: 'text', text: content }] : [];
}

function parsePart(part: JsonObject): Part | undefined {
  switch (part['type']) {
    case 'text':
    case 'reasoning':
      return typeof part['text'] === 'string' ? { type: part['type'], text: part['text'] } : undefined;
    case 'source': {
      const source = readSource(part, 0);
      return source && { type: 'source', ...source };
    }
    default:
      // Tool and file parts, and those of later versions, are kept as they are and never interpreted.
      return typeof part['type'] === 'string' ? (part as unknown as Part) : undefined;
  }
}
