import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ROOT } from '../../widget/build/project.ts';
import { PATHS, PROMISES, type Cell } from '../promises.ts';
import type { Counts } from './counts.ts';
import { findFailures } from './failures.ts';
import { runChecks, type Check, type Suite } from './suite.ts';

/** The parts of README in which every bullet and every row is a promise. */
const PARTS = ['Why this one', 'Security', 'Privacy'];

/** How many files run at a time. */
const LANES = 2;

/** What a file wrote about its failures; undefined where it could not be run. */
type Results = ReadonlyMap<string, readonly string[] | undefined>;

/**
 * Prints README's promises times the paths that people take, with the test of each, and checks that they stand in README and
 * that the tests exist. With `suites`, runs the files by the suites that they belong to, and fails with every test that does.
 */
export async function runPromises(output: Writable, suites: readonly Suite[]): Promise<Counts> {
  const counts = await runChecks([...(await readmeChecks()), ...testChecks()], output);
  const results = await runFiles(suites);
  for (const { promise, cells } of PROMISES) {
    output.write(`\n${promise}\n`);
    for (const [index, path] of PATHS.entries()) {
      const cell = onPath(cells[index] ?? '', path);
      output.write(`  ${path.padEnd(31)} ${describe(cell, results)}\n`);
      const result = resultOf(cell, results);
      if (result) counts[result] += 1;
    }
  }
  for (const failure of [...results.values()].flatMap((failures) => failures ?? []))
    output.write(`${failure}\n`);
  return counts;
}

/** Tests that run on every path have its name in their title. */
function onPath(cell: Cell, path: string): Cell {
  return typeof cell === 'string' ? cell : { ...cell, title: cell.title.replace('${path}', path) };
}

function describe(cell: Cell, results: Results): string {
  if (typeof cell === 'string') return `no test: ${cell}`;
  const result = resultOf(cell, results);
  return `${result ? `${result}: ` : ''}${cell.file}: ${cell.title}`;
}

function resultOf(cell: Cell, results: Results): 'passed' | 'failed' | undefined {
  if (typeof cell === 'string' || !results.has(cell.file)) return undefined;
  const failures = results.get(cell.file);
  if (!failures) return 'failed';
  // `works with ${name}` is the title of several tests.
  const pieces = cell.title.split(/\$\{[^}]*\}/).map((piece) => piece.replace(/[^\w\s]/g, '\\$&'));
  const title = new RegExp(pieces.join('.*'));
  return failures.some((failure) => title.test(failure.split('\n', 1)[0] ?? '')) ? 'failed' : 'passed';
}

async function runFiles(suites: readonly Suite[]): Promise<Results> {
  const results = new Map<string, readonly string[] | undefined>();
  const cells = PROMISES.flatMap((promise) => promise.cells);
  const files = new Set(cells.flatMap((cell) => (typeof cell === 'string' ? [] : [cell.file])));
  const next = (suites.length > 0 ? files : new Set<string>()).values();
  const runLane = async (): Promise<void> => {
    for (const file of next) results.set(file, await runFile(file, suites));
  };
  await Promise.all(Array.from({ length: LANES }, runLane));
  return results;
}

async function runFile(file: string, suites: readonly Suite[]): Promise<readonly string[] | undefined> {
  const output = new PassThrough({ encoding: 'utf8' });
  const written = text(output);
  try {
    const files = suites.find((suite) => suite.files?.list().includes(file))?.files;
    const counts = await files?.run(file, output);
    output.end();
    const failures = findFailures(await written);
    // A hook that failed has no title, and nothing is known of the tests.
    return !counts || counts.passed === 0 || (counts.failed > 0 && failures.length === 0)
      ? undefined
      : failures;
  } catch {
    output.end();
    return undefined;
  }
}

async function readmeChecks(): Promise<readonly Check[]> {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  const items = PARTS.flatMap((part) => {
    const [section = ''] = readme.split(`\n## ${part}\n`).slice(1);
    // The rows of the table of sizes are figures.
    const own = (section.split('\n## ')[0] ?? '').replace(/<!-- figures[^]*<!-- \/figures/, '');
    return own.match(/^- \*\*.*|^\| (?!-|what \||promise \|).*/gm) ?? [];
  });
  return [
    ...PROMISES.map(({ promise }) => ({
      title: `README says "${promise}"`,
      run() {
        if (!readme.includes(promise))
          throw new Error('it does not: name what stands there in test/promises.ts');
      },
    })),
    ...items.map((item) => ({
      title: `test/promises.ts names "${item.slice(0, 70)}"`,
      run() {
        if (!PROMISES.some(({ promise }) => item.includes(promise))) throw new Error('it does not');
      },
    })),
  ];
}

function testChecks(): readonly Check[] {
  const cells = PROMISES.flatMap((promise) => promise.cells);
  return cells.flatMap((cell) => {
    if (typeof cell === 'string') return [];
    const run = async (): Promise<void> => {
      const source = await readFile(join(ROOT, cell.file), 'utf8');
      if (!source.includes(cell.title)) throw new Error('there is no such test');
    };
    return [{ title: `${cell.file}: ${cell.title}`, run }];
  });
}
