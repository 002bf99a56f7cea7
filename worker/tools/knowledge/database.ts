import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { batchesOf, SCHEMA } from './indexing/statements.ts';
import { say } from './say.ts';

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

/** Columns of all passages that are there already; makes the tables if there are none. */
export function readPassages<Column extends string>(
  columns: readonly Column[],
  databaseFlags: readonly string[],
): readonly Readonly<Record<Column, string>>[] {
  const command = [...SCHEMA, `SELECT ${columns.join(', ')} FROM passage ORDER BY rowid`].join('; ');
  const answer = execute(['--json', '--command', command, ...databaseFlags]);
  const results = JSON.parse(answer.slice(answer.indexOf('['))) as { results: Record<Column, string>[] }[];
  return results.at(-1)?.results ?? [];
}

/** Sends statements in batches, and the rebuilding of the index with the last of them. */
export function applyStatements(statements: readonly string[], databaseFlags: readonly string[]): void {
  const batches = batchesOf(statements);
  const folder = mkdtempSync(join(tmpdir(), 'cf-ai-chat-'));
  try {
    for (const [index, batch] of batches.entries()) {
      const file = join(folder, 'knowledge.sql');
      writeFileSync(file, `${batch.join(';\n')};\n`);
      execute(['--file', file, ...databaseFlags]);
      if (batches.length > 1) say(`  ${index + 1} of ${batches.length} parts`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
