import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createTestHarness } from 'wrangler';
import { readDocuments } from '../../worker/knowledge/indexing/read-documents.ts';
import { findChanges, REBUILD, SCHEMA } from '../../worker/knowledge/indexing/statements.ts';
import type { Database } from '../../worker/env.ts';

const ROOT = join(import.meta.dirname, '../..');

// Without this, Miniflare asks the network for the `cf` object of requests.
process.env['CLOUDFLARE_CF_FETCH_ENABLED'] ??= 'false';

/** The real Worker in workerd, with its own configuration. */
export interface WorkerHarness {
  readonly url: URL;
  /** Sends a request without an `Origin`, as a program does; paths are relative to the Worker. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** POSTs a body to the chat. */
  ask(body: unknown, query?: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Its D1 database. */
  database(): Promise<Database>;
  /** Runs a statement in its database. */
  query(sql: string): Promise<readonly unknown[]>;
  /** What the Worker has written to its log. */
  log(): string;
  close(): Promise<void>;
}

/** Starts the Worker with these variables. `knowledge` is a folder of markdown to index, or none. */
export async function startWorker(
  vars: Readonly<Record<string, string>>,
  knowledge?: string,
): Promise<WorkerHarness> {
  // `wrangler.jsonc` names this folder of assets; the tests of the Worker need none of them.
  mkdirSync(join(ROOT, 'dist/site'), { recursive: true });
  const harness = createTestHarness({
    root: ROOT,
    workers: [
      { configPath: './wrangler.jsonc', vars: { LOCAL: '1', ...vars }, bindingOverrides: { AI: 'no-ai' } },
      { config: { name: 'no-ai', main: 'test/support/no-ai.ts', compatibility_date: '2026-11-17' } },
    ],
  });
  const { url } = await harness.listen();
  const database = async (): Promise<Database> => (await harness.getWorker<{ DB: Database }>().getEnv()).DB;
  if (knowledge !== undefined) await index(await database(), knowledge);
  return {
    url,
    fetch: (path, init) => fetch(new URL(path, url), init),
    ask: (body, query = '', headers = {}) =>
      fetch(new URL(`/api/chat${query}`, url), { method: 'POST', headers, body: JSON.stringify(body) }),
    database,
    query: async (sql) => {
      const { results } = await (await database()).prepare(sql).bind().all();
      return results;
    },
    log: () =>
      harness
        .getLogs()
        .map(({ message }) => String(message))
        .join('\n'),
    close: () => harness.close(),
  };
}

async function index(database: Database, folder: string): Promise<void> {
  const passages = readDocuments([folder], '/docs/').flatMap((document) => document.passages);
  for (const statement of [...SCHEMA, ...findChanges(passages).statements, REBUILD])
    await database.prepare(statement).bind().all();
}

/** The blocks of a stream, without the blank lines between them. */
export function blocksOf(stream: string): readonly string[] {
  return stream.split('\n\n').filter((block) => block !== '');
}

/** The JSON of every `data:` block, `[DONE]` left out. */
export function framesOf(stream: string): readonly Record<string, unknown>[] {
  return blocksOf(stream)
    .filter((block) => block.startsWith('data: {'))
    .map((block) => JSON.parse(block.slice('data: '.length)) as Record<string, unknown>);
}
