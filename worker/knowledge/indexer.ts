// Runs in Node, never in the Worker: `npm run knowledge -- DIR`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { chunkMarkdown, type Page, type PassageRow } from './chunk-markdown.ts';
import { renderPage } from './render-page.ts';

const USAGE = `usage: npm run knowledge -- DIR [--base-url URL] [--pages OUT] [--local | --remote] [--persist-to PATH]
  DIR           a folder of markdown files; each is a page, cut into passages at its headings
  --base-url    where the pages are read, for the links of sources (/docs/)
  --pages       also write the pages as HTML into this folder
  --local       the database of "wrangler dev --local" (default); --remote: the deployed one
  --persist-to  folder of the local database, if wrangler was told another than its own`;

const SCHEMA = [
  'CREATE TABLE IF NOT EXISTS passages (rowid INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, title TEXT NOT NULL, url TEXT NOT NULL, text TEXT NOT NULL)',
  "CREATE VIRTUAL TABLE IF NOT EXISTS passages_fts USING fts5(title, text, content='passages', content_rowid='rowid', tokenize='porter unicode61 remove_diacritics 2')",
];

/** Reads every markdown file of a folder, in order of name; the file's name is the page's. */
export function readPages(folder: string, baseUrl: string): ReadonlyMap<string, Page> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
  return new Map(
    names.toSorted().map((file) => {
      const id = basename(file, '.md');
      return [id, chunkMarkdown(readFileSync(join(folder, file), 'utf8'), { id, url: `${baseUrl}${id}` })];
    }),
  );
}

/** The statements that, run in order, make the index hold exactly these passages. */
export function toStatements(passages: readonly PassageRow[]): readonly string[] {
  return [
    ...SCHEMA,
    'DELETE FROM passages',
    ...passages.map(({ id, title, url, text }) => {
      const values = [id, title, url, text].map((value) => `'${value.replaceAll("'", "''")}'`);
      return `INSERT INTO passages (id, title, url, text) VALUES (${values.join(', ')})`;
    }),
    "INSERT INTO passages_fts(passages_fts) VALUES('rebuild')",
  ];
}

function writePages(pages: ReadonlyMap<string, Page>, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const id of pages.keys()) writeFileSync(join(folder, `${id}.html`), renderPage(id, pages));
}

function execute(statements: readonly string[], flags: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'cf-ai-chat-'));
  const file = join(folder, 'knowledge.sql');
  writeFileSync(file, `${statements.join(';\n')};\n`);
  const wrangler = join(
    dirname(createRequire(import.meta.url).resolve('wrangler/package.json')),
    'bin/wrangler.js',
  );
  const run = spawnSync(
    process.execPath,
    [wrangler, 'd1', 'execute', 'DB', '--yes', '--file', file, ...flags],
    {
      encoding: 'utf8',
      env: { ...process.env, WRANGLER_HIDE_BANNER: 'true', WRANGLER_SEND_METRICS: 'false' },
    },
  );
  rmSync(folder, { recursive: true });
  if (run.status !== 0) throw new Error(`wrangler d1 execute failed:\n${run.stdout}${run.stderr}`);
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'base-url': { type: 'string', default: '/docs/' },
      pages: { type: 'string' },
      local: { type: 'boolean' },
      remote: { type: 'boolean', default: false },
      'persist-to': { type: 'string' },
    },
  });
  const [folder] = positionals;
  if (folder === undefined) throw new Error(USAGE);
  const pages = readPages(folder, values['base-url'].replace(/\/?$/, '/'));
  const passages = [...pages.values()].flatMap((page) => page.passages);
  if (passages.length === 0) throw new Error(`no markdown files in ${folder}`);
  if (values.pages !== undefined) writePages(pages, values.pages);
  const persist = values['persist-to'];
  execute(toStatements(passages), [
    values.remote ? '--remote' : '--local',
    ...(persist ? ['--persist-to', persist] : []),
  ]);
  process.stdout.write(`indexed ${passages.length} passages of ${pages.size} pages\n`);
}

if (import.meta.main) {
  try {
    main();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
