import { stripVTControlCharacters } from 'node:util';

/**
 * The first error of a failed build as one line, with file and line number. The bundler's own message has many lines, with
 * colours.
 */
export function describeFailure(error: unknown): string {
  const { errors, message } = error as Error & { errors?: readonly Error[] };
  const text = stripVTControlCharacters(errors?.[0]?.message ?? message);
  const line = text.split('\n').find((candidate) => candidate.trim() !== '') ?? 'no reason was given';
  const position = /\[ (\S+:\d+:\d+) \]/.exec(text)?.[1];
  const isPositioned = position === undefined || line.includes(position);
  return `the build is broken: ${line}${isPositioned ? '' : ` (${position})`}`;
}
