import type { FinishReason, Usage } from '../chat-event.ts';

/** A JSON object whose values are still to be read. */
export type JsonObject = Readonly<Record<string, unknown>>;

const NOTHING: JsonObject = {};

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  eos: 'stop',
  length: 'length',
  model_length: 'length',
  max_tokens: 'length',
  max_output_tokens: 'length',
  'content-filter': 'content-filter',
  content_filter: 'content-filter',
  refusal: 'content-filter',
  'tool-calls': 'tool-calls',
  tool_calls: 'tool-calls',
  tool_use: 'tool-calls',
  function_call: 'tool-calls',
  error: 'error',
};

/** Tells a JSON object from arrays, null and primitives. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object; anything else reads as an empty one, so that reads can be nested. */
export function readObject(value: unknown): JsonObject {
  return isObject(value) ? value : NOTHING;
}

/** The value as a list; anything else reads as an empty one. */
export function readList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A string as it is and a number as its digits; undefined for anything else. */
export function readString(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

/** A finite number; undefined for anything else. */
export function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The first of `keys` that holds a string that is not empty, or a number. Empty when none does. */
export function pickString(object: JsonObject, ...keys: readonly string[]): string {
  for (const key of keys) {
    const text = readString(object[key]);
    if (text) return text;
  }
  return '';
}

/**
 * The text of a content field of any vendor: a string, a number, a list of text parts, or an object that
 * holds one. Parts of other types (thinking, tool calls, images) have no text. Undefined when the value
 * is no content at all.
 */
export function readContent(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map((part) => readPart(part) ?? '').join('');
  return isObject(value) ? readPart(value) : readString(value);
}

function readPart(part: unknown): string | undefined {
  if (!isObject(part)) return readString(part);
  const { type } = part;
  if (type !== undefined && type !== 'text' && type !== 'output_text' && type !== 'message') return undefined;
  return readContent(part['text'] ?? part['content'] ?? part['output']);
}

/** The fields that are not undefined: an absent field and an undefined one are not the same to a reader of JSON. */
export function dropUndefined<T extends object>(fields: { [Key in keyof T]: T[Key] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/** Token counts under any vendor's names; undefined when there are none. */
export function readUsage(value: unknown): Usage | undefined {
  const counts = readObject(value);
  const usage = dropUndefined<Usage>({
    inputTokens: readCount(
      counts,
      'inputTokens',
      'input_tokens',
      'prompt_tokens',
      'promptTokens',
      'prompt_eval_count',
    ),
    outputTokens: readCount(
      counts,
      'outputTokens',
      'output_tokens',
      'completion_tokens',
      'completionTokens',
      'eval_count',
    ),
  });
  return Object.keys(usage).length > 0 ? usage : undefined;
}

function readCount(counts: JsonObject, ...keys: readonly string[]): number | undefined {
  return keys.map((key) => readNumber(counts[key])).find((count) => count !== undefined);
}

/** Why the model stopped, from any vendor's word for it; undefined while it has not. */
export function readFinishReason(value: unknown): FinishReason | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  return FINISH_REASONS[value.toLowerCase()] ?? 'other';
}
