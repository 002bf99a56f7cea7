// Runs in Node, never in the Worker: `npm run knowledge -- SOURCE…`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readDocuments } from '../knowledge/indexing/read-documents.ts';
import { batchesOf, findChanges, SCHEMA } from '../knowledge/indexing/statements.ts';

const USAGE = `usage: npm run knowledge -- SOURCE... [--base-url URL] [--local | --remote] [--persist-to PATH]
       npm run knowledge -- --ask FILE [--local | --remote] [--persist-to PATH]
  SOURCE        a folder of markdown and HTML files, with folders in it, or such a file; each file is cut into passages at its
                headings. The index then holds these sources and nothing else
  --base-url    where the files are read, for the links of sources (/docs/)
  --local       the database of "wrangler dev --local" (default); --remote: the deployed one
  --persist-to  folder of the local database, if wrangler was told another than its own
  --ask FILE    searches the index for the questions of a file, [{ "question": "…", "page": "…", "heading": "…" }], and
                reports which pages are not found`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs `wrangler d1 execute` and returns what it wrote. */
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
function readPassages<Column extends string>(
  columns: readonly Column[],
  databaseFlags: readonly string[],
): readonly Readonly<Record<Column, string>>[] {
  const command = [...SCHEMA, `SELECT ${columns.join(', ')} FROM passage ORDER BY rowid`].join('; ');
  const answer = execute(['--json', '--command', command, ...databaseFlags]);
  const results = JSON.parse(answer.slice(answer.indexOf('['))) as { results: Record<Column, string>[] }[];
  return results.at(-1)?.results ?? [];
}

function apply(batches: readonly (readonly string[])[], databaseFlags: readonly string[]): void {
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

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'base-url': { type: 'string', default: '/docs/' },
      local: { type: 'boolean' },
      remote: { type: 'boolean', default: false },
      'persist-to': { type: 'string' },
      ask: { type: 'string' },
    },
  });
  const persist = values['persist-to'];
  const databaseFlags = [
    values.remote ? '--remote' : '--local',
    ...(persist ? ['--persist-to', persist] : []),
  ];
  if (values.ask !== undefined && positionals.length === 0) {
    // Loaded for this only: it needs a newer Node than indexing does.
    const { runAsk } = await import('./ask/run-ask.ts');
    const read = () => readPassages(['id', 'title', 'url', 'text'], databaseFlags);
    return say(await runAsk(values.ask, read, values.remote));
  }
  if (positionals.length === 0 || values.ask !== undefined) throw new Error(USAGE);
  const documents = readDocuments(positionals, values['base-url'].replace(/\/?$/, '/'));
  const passages = documents.flatMap((document) => document.passages);
  if (passages.length === 0)
    throw new Error(`no markdown or HTML files with text in ${positionals.join(', ')}`);
  say(`read ${passages.length} passages of ${documents.length} documents`);
  for (const { path, page } of documents)
    if (page?.fault) say(`  ${path}: its front matter is left out: ${page.fault}`);
  const known = readPassages(['id', 'hash'], databaseFlags).map(({ id, hash }) => [id, hash] as const);
  const { statements, changed, removed } = findChanges(passages, new Map(known));
  apply(batchesOf(statements), databaseFlags);
  const kept = passages.length - changed;
  say(`indexed: ${changed} passages new or changed, ${removed} removed, ${kept} as they were`);
}

if (import.meta.main) {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
