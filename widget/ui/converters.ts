import type { ComplexAttributeConverter } from '@lit/reactive-element';

/** Reads a list separated by white space, such as origins. */
export const listConverter: ComplexAttributeConverter<readonly string[]> = {
  fromAttribute: (value) => value?.split(/\s+/).filter(Boolean) ?? [],
};

/** Reads one entry per line, or a JSON array of strings. */
export const suggestionsConverter: ComplexAttributeConverter<readonly string[]> = {
  fromAttribute: (value) => (value === null ? [] : parseSuggestions(value)),
};

function parseSuggestions(value: string): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(value);
    if (Array.isArray(parsed)) return parsed.map(String);
  } catch (error) {
    // Not JSON: the plain form, one question per line.
    if (!(error instanceof SyntaxError)) throw error;
  }
  return value
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
