import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FIXTURES = join(import.meta.dirname, '../fixtures/markdown');

/**
 * `hard-answers` and `new-answers` are full of text that looks like markup and is not meant so; `new-answers`
 * were written after the renderer's rules.
 */
export type Corpus = 'answers' | 'hard-answers' | 'new-answers';

/** A corpus of realistic answers, by file name. */
export async function readAnswers(corpus: Corpus = 'answers'): Promise<Record<string, string>> {
  const folder = join(FIXTURES, corpus);
  const names = (await readdir(folder)).filter((name) => /^\d.*\.md$/.test(name)).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']));
}
