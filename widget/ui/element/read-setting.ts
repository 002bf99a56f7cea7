/** Type of a setting that is a list of texts: an array, or a text with one entry per line or word. */
export const LIST = Symbol();

/** The type of a setting. Undefined: text. `Object`: an object, but no array. `Array`: an array, unchanged. */
export type SettingType =
  | undefined
  | typeof Number
  | typeof Boolean
  | typeof Object
  | typeof Array
  | typeof LIST;

/**
 * Converts the value of a setting to its type: `'8'` to a number, 5 to a text. Undefined where that is impossible.
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
