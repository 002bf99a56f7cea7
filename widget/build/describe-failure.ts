import { stripVTControlCharacters } from 'node:util';

/** The first error of a failed build with its file and line, as one line. The bundler's own message has many, in colour. */
export function describeFailure(error: unknown): string {
  const { errors, message } = error as Error & { errors?: readonly Error[] };
  const text = stripVTControlCharacters(errors?.[0]?.message ?? message);
  const line = text.split('\n').find((candidate) => candidate.trim() !== '') ?? 'no reason was given';
  const position = /\[ (\S+:\d+:\d+) \]/.exec(text)?.[1];
  const isPositioned = position === undefined || line.includes(position);
  return `the build is broken: ${line}${isPositioned ? '' : ` (${position})`}`;
}
