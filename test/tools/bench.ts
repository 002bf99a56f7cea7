import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { buildAll } from '../../demo/build/build-all.ts';
import { replaceFigures, writeFigures } from '../../demo/build/figures/figures.ts';
import { findExcess, formatResults, type Benchmark } from './benchmark.ts';
import { ROOT } from '../../widget/build/project.ts';

// `npm run bench` runs every test/bench/*.bench.ts but those of other projects; `npm run bench -- markdown` those whose name has the
// word; `npm run bench -- markdown growth` only that part of it; `npm run bench -- resume --turns 100` gives a benchmark that counts
// turns another number of them, as does `--walks`; `--seed 17` begins its random cases elsewhere. With `--write` the results become
// the figures of README and the documentation, in demo/figures/; those of a part replace the ones with the same titles.
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
/** They fetch packages of other projects from npm. */
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
