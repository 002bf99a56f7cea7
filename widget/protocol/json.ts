/** A JSON object whose values have unknown types. */
export type JsonObject = Readonly<Record<string, unknown>>;

const NOTHING: JsonObject = {};

/**
 * The JSON value of a text; undefined when the text is not JSON.
 *
 * @example
 * parseJson('{"a":1}'); // { a: 1 }
 * parseJson('{"a":'); // undefined
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether a JSON value is an object: neither an array, nor null, nor a primitive. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The value as an object. Anything else reads as an empty object, so that reads can be nested.
 *
 * @example
 * const json: unknown = { error: 'none' };
 * readObject(readObject(json)['error'])['code']; // undefined, where `json.error.code` may throw
 */
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

/**
 * The first string that is not empty, or number, under one of `keys`. Empty when there is none.
 *
 * @example
 * pickString({ url: '', link: 'https://a.example' }, 'url', 'link'); // 'https://a.example'
 */
export function pickString(object: JsonObject, ...keys: readonly string[]): string {
  for (const key of keys) {
    const text = readString(object[key]);
    if (text) return text;
  }
  return '';
}

/**
 * Removes the fields that are undefined: to a reader of JSON an absent field is not the same as an undefined one.
 *
 * @example
 * dropUndefined({ type: 'done', usage: undefined }); // { type: 'done' }
 */
export function dropUndefined<T extends object>(fields: { [Key in keyof T]: T[Key] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/**
 * A value as JSON with sorted keys: equal values give the same text.
 *
 * @example
 * toStableJson({ b: 1, a: { d: 2, c: 3 } }); // '{"a":{"c":3,"d":2},"b":1}'
 */
export function toStableJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    isObject(each) ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1))) : each,
  );
}
