import type { Token } from 'marked';

/** A change of the source, in lines. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/** What stands in a paragraph's source for its settled beginning. */
export const INLINE_STAND_IN = /^a\|* ?/;

/**
 * Lines that begin a list item with `words` instead of its own: a heading cannot be continued by what follows. A
 * blank line behind them keeps a loose list loose.
 */
export function standInOf(start: string, words: string[], isLoose: boolean): string[] {
  const indent = start.replace(/[^>]/g, ' ');
  const lines = words.map((word, index) => (index === 0 ? start : indent) + word);
  return isLoose ? [...lines, indent.trimEnd()] : lines;
}

/**
 * Whether a line of a text in a list may be one that marked reads as indented code before it makes it text again,
 * and puts a line end behind it that no other line gets.
 */
export function isDeep(source: string, prefix: string, text: string): boolean {
  return source.length - text.length > prefix.length || /^[\s>]*\t/.test(source);
}

/** The line ends in the source of tokens. */
export function lineCount(tokens: readonly Token[]): number {
  let count = 0;
  for (const { raw } of tokens) {
    for (let at = raw.indexOf('\n'); at >= 0; at = raw.indexOf('\n', at + 1)) count++;
  }
  return count;
}
