import { stripVTControlCharacters } from 'node:util';

/** The first complaint and its place, in one line; the bundler draws pictures in colour. */
export function describeFailure(error: unknown): string {
  const { errors, message } = error as Error & { errors?: readonly Error[] };
  const text = stripVTControlCharacters(errors?.[0]?.message ?? message);
  const line = text.split('\n').find((candidate) => candidate.trim() !== '') ?? 'no reason was given';
  const place = /\[ (\S+:\d+:\d+) \]/.exec(text)?.[1];
  const isPlaced = place === undefined || line.includes(place);
  return `the build is broken: ${line}${isPlaced ? '' : ` (${place})`}`;
}
