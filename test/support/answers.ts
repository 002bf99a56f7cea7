import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../fixtures/markdown/answers');

/** The corpus of realistic answers, by the names of their files. */
export async function readAnswers(): Promise<Record<string, string>> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.md')).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(join(FOLDER, name), 'utf8')));
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']));
}
