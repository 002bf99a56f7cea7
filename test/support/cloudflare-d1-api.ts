import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { text as readText } from 'node:stream/consumers';
import { startPageServer } from './page-server.ts';

const ACCOUNT = '0123456789abcdef0123456789abcdef';
const DATABASE = '11111111-2222-4333-8444-555555555555';
const TOKEN = 'token-of-a-test';
const META = { duration: 1, rows_read: 0, rows_written: 0, size_after: 4096, changes: 0, changed_db: false };

/** A refusal as the API writes it: https://developers.cloudflare.com/api/resources/d1/subresources/database/methods/query/ */
export interface ApiError {
  readonly status: number;
  readonly code: number;
  readonly message: string;
}

/** A stand-in for the part of Cloudflare's API that `wrangler d1 execute --remote` calls, over an SQLite database. */
export interface D1Api {
  readonly database: DatabaseSync;
  /** The calls in order: `query`, `import init`, `upload`, `import ingest`, `import poll`. */
  readonly calls: string[];
  /** Refuses the call with this name. */
  refuse: (call: string) => ApiError | undefined;
  /** Fails an import that has begun, with this message; nothing of its file is in the database then. */
  failImport: (sql: string) => string | undefined;
  /** The environment in which wrangler asks this server. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Starts the API with an empty database called `cf-ai-chat`. */
export async function startD1Api(): Promise<D1Api> {
  const uploads = new Map<string, string>();
  const database = new DatabaseSync(':memory:');
  const server = await startPageServer((request, response) => void handle(request, response));
  const api: D1Api = {
    database,
    calls: [],
    refuse: () => undefined,
    failImport: () => undefined,
    env: {
      CLOUDFLARE_API_BASE_URL: new URL('/client/v4', server.url).href,
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
      CLOUDFLARE_API_TOKEN: TOKEN,
    },
    async close() {
      await server.close();
      database.close();
    },
  };
  return api;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://api').pathname;
    const body = await readText(request);
    if (request.method === 'PUT') return receive(path.slice(1), body, response);
    const asked = body === '' ? {} : (JSON.parse(body) as Record<string, string>);
    const action = path.split('/').at(-1) ?? '';
    const call = [action, asked['action']].filter(Boolean).join(' ');
    if (request.headers.authorization !== `Bearer ${TOKEN}`)
      return answer(response, { status: 403, code: 10000, message: 'Authentication error' });
    if (request.method === 'GET') return answer(response, { uuid: DATABASE, name: 'cf-ai-chat' });
    api.calls.push(call);
    answer(response, api.refuse(call) ?? (action === 'query' ? query(asked) : importFile(asked)));
  }

  /** Works like a bucket of R2: the address is signed, and no token is needed. */
  function receive(name: string, body: string, response: ServerResponse): void {
    api.calls.push('upload');
    uploads.set(name, body);
    response.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end();
  }

  function query({ sql = '' }: Record<string, string>): unknown {
    const statements = sql.split(/;\s*/).filter(Boolean);
    return statements.map((each) => ({
      success: true,
      results: database.prepare(each).all(),
      meta: META,
    }));
  }

  /**
   * Answers each step of an import: a new file is uploaded, a complete one is run in the background, and
   * polled.
   */
  function importFile({ action, etag = '', filename = '' }: Record<string, string>): unknown {
    const known = { success: true, type: 'import', at_bookmark: '0000-1', messages: [] };
    if (action === 'init')
      return { ...known, filename: `${etag}.sql`, upload_url: new URL(`${etag}.sql`, server.url).href };
    if (action === 'ingest') {
      const sql = uploads.get(filename) ?? '';
      const error = api.failImport(sql);
      if (error !== undefined) return { ...known, success: false, status: 'error', error, messages: [error] };
      database.exec(`BEGIN; ${sql} COMMIT`);
      return { ...known, status: 'active', messages: ['Processed 1 query.'] };
    }
    const result = { num_queries: 1, final_bookmark: '0000-2', meta: META };
    return { ...known, status: 'complete', result };
  }
}

function answer(response: ServerResponse, result: unknown): void {
  const refusal = isRefusal(result) ? result : undefined;
  const errors = refusal ? [{ code: refusal.code, message: refusal.message }] : [];
  response
    .writeHead(refusal?.status ?? 200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ success: !refusal, errors, messages: [], result: refusal ? null : result }));
}

function isRefusal(result: unknown): result is ApiError {
  return typeof result === 'object' && result !== null && 'code' in result && 'status' in result;
}
