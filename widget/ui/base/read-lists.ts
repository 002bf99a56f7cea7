/** A list given as an array, or as text with one entry per line or as a JSON array. */
export function readLines(value: string | readonly string[]): readonly string[] {
  if (typeof value !== 'string') return value;
  return (
    readJsonArray(value) ??
    value
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  );
}

/** A list given as an array, or as text separated by white space. */
export function readWords(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? value.split(/\s+/).filter(Boolean) : value;
}

function readJsonArray(value: string): readonly string[] | undefined {
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed.map(String) : undefined;
  } catch (error) {
    // Not JSON: the text has one entry per line.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
