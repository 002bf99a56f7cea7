import { isObject, type JsonObject, readList, readObject } from '../protocol/json.ts';

/** A possible answer to a question. */
export type Choice = string | number | boolean;

/** How a question can be answered: with one of a few choices, or in one field. */
export type Field =
  | { readonly type: 'choice'; readonly choices: readonly Choice[]; readonly key?: string }
  | { readonly type: 'text' | 'number' | 'date'; readonly key?: string };

const MAX_CHOICES = 12;

/**
 * The field for a JSON Schema of a single value, or of an object with one property; undefined for any other schema. Without a
 * schema any text is an answer.
 *
 * @example
 * fieldOf({ type: 'object', properties: { size: { enum: ['S', 'M'] } } });
 * // { type: 'choice', choices: ['S', 'M'], key: 'size' }
 */
export function fieldOf(schema: JsonObject | undefined): Field | undefined {
  if (schema === undefined) return { type: 'text' };
  if (schema['type'] !== 'object') return fieldOfValue(schema);
  const [only, ...others] = Object.entries(readObject(schema['properties']));
  if (!only || others.length > 0 || !isObject(only[1])) return undefined;
  const field = fieldOfValue(only[1]);
  return field && { ...field, key: only[0] };
}

/**
 * The answer that was given in a field; undefined if the text is not a valid answer.
 *
 * @example
 * answerOf({ type: 'number', key: 'count' }, '3'); // { count: 3 }
 * answerOf({ type: 'number' }, 'three'); // undefined
 */
export function answerOf({ type, key }: Field, given: Choice): unknown {
  const text = String(given).trim();
  const value = type === 'number' ? Number(text) : type === 'choice' ? given : text;
  if (text === '' || Number.isNaN(value)) return undefined;
  return key === undefined ? value : { [key]: value };
}

function fieldOfValue({ type, enum: values, format }: JsonObject): Field | undefined {
  if (Array.isArray(values)) {
    const choices = readList(values).filter(isChoice);
    const isShort = choices.length > 0 && choices.length <= MAX_CHOICES;
    return isShort && choices.length === values.length ? { type: 'choice', choices } : undefined;
  }
  if (type === 'boolean') return { type: 'choice', choices: [true, false] };
  if (type === 'number' || type === 'integer') return { type: 'number' };
  if (type === 'string') return { type: format === 'date' ? 'date' : 'text' };
  return undefined;
}

function isChoice(value: unknown): value is Choice {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
