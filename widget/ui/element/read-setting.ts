/** A text with one entry per line or word, or an array of texts. */
export const LIST = Symbol();

/** What a setting holds: a text (undefined), a number, yes or no, a list of texts, an object that is no list, or an array as it is. */
export type SettingType =
  undefined | typeof Number | typeof Boolean | typeof Object | typeof Array | typeof LIST;

/**
 * Reads the value of a setting as far as it can be read: `'8'` as a number, 5 as a text. Undefined where it cannot.
 *
 * @example
 * readSetting('8', Number); // 8
 * readSetting(['Prices?', 5, null], LIST); // ['Prices?', '5']
 * readSetting({ a: 1 }, undefined); // undefined
 */
export function readSetting(value: unknown, type: SettingType): unknown {
  const isObject = Object(value) === value && !(value instanceof URL);
  if (type === Boolean) return Boolean(value);
  if (type === Object) return isObject && !Array.isArray(value) ? value : undefined;
  if (type === Array) return Array.isArray(value) ? value : undefined;
  if (type === LIST && Array.isArray(value))
    return value.filter((entry) => entry && Object(entry) !== entry).map(String);
  if (isObject) return undefined;
  if (type !== Number) return String(value);
  const number = parseFloat(String(value));
  return number >= 0 && number < Infinity ? number : undefined;
}
