import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createTestHarness, type TestHarness } from 'wrangler';
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
  if (knowledge !== undefined) await index(harness, knowledge);
  return {
    url,
    fetch: (path, init) => fetch(new URL(path, url), init),
    ask: (body, query = '', headers = {}) =>
      fetch(new URL(`/api/chat${query}`, url), { method: 'POST', headers, body: JSON.stringify(body) }),
    query: async (sql) => {
      const { DB } = await harness.getWorker<{ DB: Database }>().getEnv();
      return (await DB.prepare(sql).bind().all()).results;
    },
    log: () =>
      harness
        .getLogs()
        .map(({ message }) => String(message))
        .join('\n'),
    close: () => harness.close(),
  };
}

async function index(harness: TestHarness, folder: string): Promise<void> {
  const { DB } = await harness.getWorker<{ DB: Database }>().getEnv();
  const passages = readDocuments([folder], '/docs/').flatMap((document) => document.passages);
  for (const statement of [...SCHEMA, ...findChanges(passages).statements, REBUILD])
    await DB.prepare(statement).bind().all();
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
