import { relative, resolve } from 'node:path';
import { ROOT } from '../../widget/build/project.ts';
import type { Choice } from './run-suites.ts';
import type { Suite } from './suites.ts';

/**
 * The suites for words of the command line, each a name of a suite or a path of a test file, with the suites that these need. Without
 * words, all suites. Throws for any other word.
 */
export function chooseSuites(words: readonly string[], suites: readonly Suite[]): readonly Choice[] {
  if (words.length === 0) return suites.map((suite) => ({ suite, files: suite.files }));
  const chosen = new Map<Suite, readonly string[]>();
  for (const word of words) {
    const path = relative(ROOT, resolve(word));
    const found = suites.filter(({ name, files }) => name === word || files.includes(path));
    if (found.length === 0)
      throw new Error(
        `there is no suite or test file ${word}; suites: ${suites.map(({ name }) => name).join(' ')}`,
      );
    for (const suite of found)
      chosen.set(
        suite,
        suite.name === word ? suite.files : [...new Set([...(chosen.get(suite) ?? []), path])],
      );
  }
  return withNeeded(chosen, suites);
}

/** Adds the suites that the chosen ones need, with all their files. */
export function withNeeded(
  chosen: ReadonlyMap<Suite, readonly string[]>,
  suites: readonly Suite[],
): readonly Choice[] {
  const needed = new Set([...chosen.keys()].flatMap(({ needs = [] }) => needs));
  return suites.flatMap((suite) => {
    const files = chosen.get(suite) ?? (needed.has(suite.name) ? suite.files : undefined);
    return files ? [{ suite, files }] : [];
  });
}
