import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { D1Database } from '@cloudflare/workers-types';
import { createTestHarness } from 'wrangler';
import { ROOT } from '../../widget/build/project.ts';
import type { Database } from '../../worker/env.ts';
import { findChanges, REBUILD, SCHEMA } from '../../worker/tools/knowledge/indexing/statements.ts';
import { readOptions } from '../../worker/tools/knowledge/options.ts';
import { readSources } from '../../worker/tools/knowledge/read-sources.ts';
import { builtWorker } from './built-worker.ts';

/** The documents that `npm start` indexes. */
export const DOCUMENTATION: readonly string[] = [join(ROOT, 'demo/docs')];

/** How many statements one call contains: each call takes milliseconds, and D1 accepts at most 100 KB per call. */
const STATEMENTS_PER_CALL = 8;

// Without these, Miniflare asks the network for the `cf` object of requests, and wrangler writes logs of its own.
Object.assign(process.env, {
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_WRITE_LOGS: 'false',
  WRANGLER_LOG: 'error',
});

/** The real Worker in workerd, with its own configuration, and the last build in `dist/` as its assets. */
export interface WorkerHarness {
  readonly url: URL;
  /** Sends a request without an `Origin` header, as a program does. Paths are relative to the Worker. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** POSTs a body to the chat. */
  ask(body: unknown, query?: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Its D1 database. */
  database(): Promise<Database>;
  /** Runs a statement in its database. */
  query(sql: string): Promise<readonly unknown[]>;
  /** The lines that the Worker has logged. */
  log(): string;
  /** Stops the Worker and deletes its data. */
  close(): Promise<void>;
}

/**
 * Starts the Worker on a free port, without stored data. `vars` are its variables on top of those in wrangler.jsonc; `LOCAL`
 * is `1` unless given. `knowledge` are arguments of `npm run knowledge`, such as {@link DOCUMENTATION}: what it indexes.
 * A visitor who leaves is not noticed by the model server, for which there is `startDevServer`.
 */
export async function startWorker(
  vars: Readonly<Record<string, string>> = {},
  knowledge: readonly string[] = [],
): Promise<WorkerHarness> {
  // `wrangler.jsonc` names this folder of assets; most tests of the Worker need no file in it.
  await mkdir(join(ROOT, 'dist/site'), { recursive: true });
  // An empty variable in place of the Workers AI binding, for which wrangler would need an account.
  const variables = { LOCAL: '1', AI: '', ...vars };
  const prebuiltWorkerDir = await mkdtemp(join(tmpdir(), 'cf-ai-chat-'));
  await writeFile(join(prebuiltWorkerDir, 'index.js'), await builtWorker());
  const harness = createTestHarness({
    root: ROOT,
    workers: [{ configPath: './wrangler.jsonc', prebuiltWorkerDir, vars: variables }],
  });
  const address = await harness.listen();
  await rm(prebuiltWorkerDir, { recursive: true });
  // A site other than the pages of tests, which are at 127.0.0.1.
  const url = new URL(`http://localhost:${address.url.port}`);
  const database = async (): Promise<D1Database> =>
    (await harness.getWorker<{ DB: D1Database }>().getEnv()).DB;
  if (knowledge.length > 0) await index(await database(), knowledge);
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

async function index(database: D1Database, args: readonly string[]): Promise<void> {
  const documents = await readSources(readOptions(args));
  const passages = documents.flatMap((document) => document.passages);
  const statements = [...SCHEMA, ...findChanges(passages).statements, REBUILD];
  const calls = Array.from({ length: Math.ceil(statements.length / STATEMENTS_PER_CALL) }, (_, call) =>
    statements.slice(call * STATEMENTS_PER_CALL, (call + 1) * STATEMENTS_PER_CALL).join(';\n'),
  );
  await database.batch(calls.map((sql) => database.prepare(sql)));
}
