import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { batchesOf, RENEW, SCHEMA } from './indexing/statements.ts';
import { printLine } from './print-line.ts';

/** Runs `wrangler d1 execute` and returns what it wrote. Throws with its words where it fails. */
function execute(flags: readonly string[]): string {
  const wrangler = join(
    dirname(createRequire(import.meta.url).resolve('wrangler/package.json')),
    'bin/wrangler.js',
  );
  const run = spawnSync(process.execPath, [wrangler, 'd1', 'execute', 'DB', '--yes', ...flags], {
    encoding: 'utf8',
    maxBuffer: 1_000_000_000,
    env: { ...process.env, WRANGLER_HIDE_BANNER: 'true', WRANGLER_SEND_METRICS: 'false' },
  });
  if (run.status !== 0) throw new Error(`wrangler d1 execute failed:\n${run.stdout}${run.stderr}`);
  return run.stdout;
}

/** What a database holds already. */
export interface KnownIndex {
  /** The hash of each passage, by its id. */
  readonly hashes: ReadonlyMap<string, string>;
  /** Whether the database holds the examples that `npm start` brings, or nothing. */
  readonly isExample: boolean;
  /** The statements, besides those for passages, that bring the index to the form of this version. */
  readonly statementsFor: (isExample: boolean) => readonly string[];
}

/** Reads what the database holds; makes the tables if there are none. */
export function readIndex(databaseFlags: readonly string[]): KnownIndex {
  const [passages, sources, index] = query(
    [
      'SELECT id, hash FROM passage',
      'SELECT name FROM passage_source',
      "SELECT sql FROM sqlite_master WHERE name = 'passage_index'",
    ],
    databaseFlags,
  );
  const hashes = new Map(passages?.map(({ id = '', hash = '' }) => [id, hash]));
  const isMarked = (sources?.length ?? 0) > 0;
  const isOld = index?.[0]?.['sql']?.includes('prefix') !== true;
  return {
    hashes,
    isExample: isMarked || hashes.size === 0,
    statementsFor: (isExample) => [
      ...(isOld ? RENEW : []),
      ...(isExample === isMarked ? [] : [nameSource(isExample)]),
    ],
  };
}

/** Reads these columns of all passages in the database. */
export function readPassages<Column extends string>(
  columns: readonly Column[],
  databaseFlags: readonly string[],
): readonly Readonly<Record<Column, string>>[] {
  const [passages = []] = query([`SELECT ${columns.join(', ')} FROM passage ORDER BY rowid`], databaseFlags);
  return passages as Record<Column, string>[];
}

/** The rows of each query; makes the tables if there are none. */
function query(
  queries: readonly string[],
  databaseFlags: readonly string[],
): readonly (readonly Readonly<Record<string, string>>[])[] {
  const command = [...SCHEMA, ...queries].join('; ');
  const answer = execute(['--json', '--command', command, ...databaseFlags]);
  const results = JSON.parse(answer.slice(answer.indexOf('['))) as { results: Record<string, string>[] }[];
  return results.slice(-queries.length).map((each) => each.results);
}

/** Runs the statements in batches; the last batch also rebuilds the index. */
export function applyStatements(statements: readonly string[], databaseFlags: readonly string[]): void {
  const batches = batchesOf(statements);
  const folder = mkdtempSync(join(tmpdir(), 'cf-ai-chat-'));
  try {
    for (const [index, batch] of batches.entries()) {
      const file = join(folder, 'knowledge.sql');
      writeFileSync(file, `${batch.join(';\n')};\n`);
      execute(['--file', file, ...databaseFlags]);
      if (batches.length > 1) printLine(`  ${index + 1} of ${batches.length} parts`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The statement that records whose documents the index holds: the owner's, or the examples. */
function nameSource(isExample: boolean): string {
  return isExample ? "INSERT OR IGNORE INTO passage_source VALUES ('example')" : 'DELETE FROM passage_source';
}
