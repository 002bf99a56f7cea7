// Runs in Node, never in the Worker: `npm run knowledge -- SOURCE…`.
import { findChanges } from './knowledge/indexing/statements.ts';
import { applyStatements, readIndex, readPassages } from './knowledge/database.ts';
import { readOptions, type Options } from './knowledge/options.ts';
import { readSources } from './knowledge/read-sources.ts';
import { formatPassages } from './knowledge/report.ts';
import { printLine } from './knowledge/print-line.ts';

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const { ask, databaseFlags, isRemote } = options;
  if (ask === undefined) return index(options);
  // Imported only where it is used: it needs a newer Node than indexing does.
  const { runAsk } = await import('./ask/run-ask.ts');
  const read = () => readPassages(['id', 'title', 'url', 'text'], databaseFlags);
  printLine(await runAsk(ask, read, isRemote));
}

async function index(options: Options): Promise<void> {
  const { databaseFlags, isExample, isDryRun } = options;
  if (isExample && !readIndex(databaseFlags).isExample)
    return printLine('the index holds documents of its owner, and stays as it is');
  const documents = await readSources(options);
  const passages = documents.flatMap((document) => document.passages);
  if (isDryRun) printLine(formatPassages(documents));
  printLine(`read ${passages.length} passages of ${documents.length} documents`);
  if (isDryRun) return;
  if (options.staticFolder !== undefined) {
    const { writeShards } = await import('./knowledge/static/write-shards.ts');
    return printLine(writeShards(documents, options.staticFolder));
  }
  const { hashes, statementsFor } = readIndex(databaseFlags);
  const { statements, changed, removed } = findChanges(passages, hashes);
  applyStatements([...statementsFor(isExample), ...statements], databaseFlags);
  const kept = passages.length - changed;
  printLine(`indexed: ${changed} passages new or changed, ${removed} removed, ${kept} as they were`);
}

if (import.meta.main) {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
