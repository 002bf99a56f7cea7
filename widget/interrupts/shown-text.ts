/**
 * Invisible characters, and those that change the order of others, with which an agent could show one input and mean another.
 * Joiners and variation selectors are not included: Persian, Indic languages and emoji need them.
 */
const HIDDEN =
  /[^\P{Cc}\n\t]|(?!\u200C|\u200D|\uFE0E|\uFE0F)[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu;

/**
 * Makes a text of an agent safe to show: replaces hidden characters with their codes, and truncates the text to `limit`
 * characters.
 *
 * @example
 * shownText('pay\u202E7', 100); // 'pay[U+202E]7'
 */
export function shownText(text: string, limit: number): string {
  const cut = text.length > limit ? `${text.slice(0, limit)}…` : text;
  return cut.replace(
    HIDDEN,
    (hidden) => `[U+${(hidden.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );
}

/**
 * A field of an input, for the visitor: the words of its name, and its value. `words` is empty if the input is a single value.
 */
export interface ShownField {
  readonly words: string;
  readonly value: string;
}

/**
 * Converts an input to a list of words and values.
 *
 * @example
 * shownFields({ orderId: 7, items: ['boots'] }, 2_000);
 * // [{ words: 'order Id', value: '7' }, { words: 'items', value: '["boots"]' }]
 */
export function shownFields(input: unknown, limit: number): readonly ShownField[] {
  const isFields = typeof input === 'object' && input !== null && !Array.isArray(input);
  if (!isFields) return input === undefined ? [] : [{ words: '', value: toValue(input, limit) }];
  return Object.entries(input).map(([key, value]) => ({
    words: shownText(key.replaceAll(/(?<=[a-z])(?=[A-Z])|_/g, ' '), limit),
    value: toValue(value, limit),
  }));
}

function toValue(value: unknown, limit: number): string {
  return shownText(typeof value === 'string' ? value : JSON.stringify(value), limit);
}
