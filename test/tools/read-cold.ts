// `npm run read-cold -- 7` draws texts of the project at random, with 7 as the seed, and prints each with the five lines around it.
// Somebody who does not know the project says what each means. At most two texts of each kind may be misunderstood.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sample, shuffledSubarray } from 'fast-check';
import { ROOT } from '../../widget/build/project.ts';
import { runCommand } from '../../widget/build/run-command.ts';
import { listTracked } from '../support/list-tracked.ts';
import { findEntries, type Entry, type Kind } from './read-cold/find-entries.ts';

/** How many texts of each kind are drawn. */
const COUNTS: Readonly<Record<Kind | 'subject', number>> = {
  comment: 40,
  name: 40,
  paragraph: 20,
  test: 20,
  subject: 30,
};
const LINES_AROUND = 5;
/** Commit subjects are drawn from this many of the newest commits. */
const COMMITS = 150;

const seed = Number(process.argv[2]);
if (!Number.isInteger(seed)) throw new Error('expected a whole number: npm run read-cold -- 7');

const paths = (await listTracked('*.ts', '*.md')).filter((path) => !path.includes('/fixtures/'));
const texts = new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
const entries = [...texts].flatMap(([path, text]) => findEntries(path, text));

for (const kind of ['comment', 'name', 'paragraph', 'test'] as const) {
  const drawn = draw(
    entries.filter((entry) => entry.kind === kind),
    COUNTS[kind],
  );
  console.log(`\n# ${drawn.length} of kind ${kind}, drawn by ${seed}`);
  for (const [index, entry] of drawn.entries()) console.log(`\n## ${index + 1}. ${describe(entry)}`);
}
const { output: log } = await runCommand('git', ['log', `--max-count=${COMMITS}`, '--format=%s'], {
  cwd: ROOT,
});
console.log(`\n# Subjects of commits, drawn by ${seed}\n`);
for (const subject of draw(log.trim().split('\n'), COUNTS.subject)) console.log(`- ${subject}`);

function draw<T>(from: readonly T[], count: number): readonly T[] {
  const length = Math.min(count, from.length);
  const choice = shuffledSubarray([...from], { minLength: length, maxLength: length });
  return sample(choice, { seed, numRuns: 1 })[0] ?? [];
}

function describe({ path, line, length, words }: Entry): string {
  const lines = (texts.get(path) ?? '').split('\n');
  const shown = lines.slice(Math.max(0, line - 1 - LINES_AROUND), line - 1 + length + LINES_AROUND);
  return `${words}\n\n${path}:${line}\n${shown.map((text) => `    ${text}`).join('\n')}`;
}
