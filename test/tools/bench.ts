import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { buildAll } from '../../demo/build/build-all.ts';
import { replaceFigures, writeFigures } from '../../demo/build/figures/figures.ts';
import { findExcess, formatResults, type Benchmark } from './benchmark.ts';
import { ROOT } from '../../widget/build/project.ts';

// `npm run bench` runs every test/bench/*.bench.ts, except those that download other projects. `npm run bench -- markdown` runs the
// benchmarks with this word in their name, `npm run bench -- markdown growth` only one part. `--turns 100` or `--walks 100` sets how
// many turns or walks a benchmark does, `--seed 17` chooses its random cases. `--write` stores the results in demo/figures/, from
// where README and the documentation take them; the results of one part replace those with the same titles.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    turns: { type: 'string' },
    walks: { type: 'string' },
    seed: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const count = values.turns ?? values.walks;
const size = count === undefined ? undefined : Number(count);
const first = values.seed === undefined ? undefined : Number(values.seed);
const files = globSync('test/bench/*.bench.ts', { cwd: ROOT }).toSorted();
/** Benchmarks that run only when named, because they download packages of other projects from npm. */
const ONLY_BY_NAME = new Set(['peers.bench.ts', 'renderers.bench.ts', 'search.bench.ts']);
const [word, ...parts] = positionals;
const chosen = files.filter((file) =>
  word === undefined ? !ONLY_BY_NAME.has(basename(file)) : basename(file).includes(word),
);

const excess: string[] = [];

try {
  if (chosen.length === 0) throw new Error(`no benchmark matches ${word}`);
  const benchmarks = new Map<string, Benchmark>();
  for (const file of chosen) benchmarks.set(file, await load(file));
  await buildAll();
  for (const [file, benchmark] of benchmarks) {
    const results = await benchmark.run(size, parts, first);
    console.log(`\n${benchmark.title}\n${formatResults(results)}`);
    excess.push(...findExcess(benchmark, results));
    const write = parts.length > 0 ? replaceFigures : writeFigures;
    if (values.write) await write(basename(file, '.bench.ts'), results);
  }
  for (const line of excess) console.error(`Over the gate: ${line}`);
  if (excess.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
// A connection that a benchmark has reset may still keep Node from ending by itself.
process.exit();

async function load(file: string): Promise<Benchmark> {
  const { benchmark } = (await import(pathToFileURL(join(ROOT, file)).href)) as { benchmark?: Benchmark };
  if (benchmark === undefined) throw new Error(`${file} does not export a benchmark`);
  const known = benchmark.parts ?? [];
  const unknown = parts.find((part) => !known.includes(part));
  if (unknown === undefined) return benchmark;
  throw new Error(`${benchmark.title} has no part "${unknown}"; its parts: ${known.join(', ') || 'none'}`);
}
