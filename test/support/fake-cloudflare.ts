import { startPageServer } from './page-server.ts';

/** The Cloudflare account of whoever deploys, as a {@link FakeCloudflare} describes it. */
export interface FakeAccount {
  /** Names of the accounts that the login may use. */
  readonly accounts?: readonly string[];
  readonly hasSubdomain?: boolean;
  readonly hasDatabase?: boolean;
  readonly hasSecret?: boolean;
}

/** The part of Cloudflare's API that `wrangler deploy` and `wrangler secret list` call, on this machine. */
export interface FakeCloudflare {
  /** What `CLOUDFLARE_API_BASE_URL` is set to. */
  readonly baseUrl: string;
  /** Method and path of each request so far. */
  readonly calls: readonly string[];
  close(): Promise<void>;
}

const NOT_FOUND = 10_007;
const NO_DATABASE = 7_404;

export async function startFakeCloudflare({
  accounts = ['One'],
  hasSubdomain = true,
  hasDatabase = true,
  hasSecret = true,
}: FakeAccount): Promise<FakeCloudflare> {
  const calls: string[] = [];
  const owned = accounts.map((name, index) => ({ id: `account-${index}`, name }));
  const database = { uuid: '5ad0e7e1-0000-4000-8000-000000000000', name: 'cf-ai-chat' };
  const worker = {
    id: 'cf-ai-chat',
    name: 'cf-ai-chat',
    subdomain: { enabled: true, previews_enabled: true },
  };
  /** The answer to a path, found by the path's end; undefined is "not found". */
  const answers: readonly (readonly [RegExp, unknown])[] = [
    [/GET .*\/memberships$/, owned.map((account) => ({ id: account.id, account }))],
    [/GET .*\/accounts$/, owned],
    [/GET .*\/workers\/subdomain$/, hasSubdomain ? { subdomain: 'example' } : undefined],
    [/GET .*\/d1\/database\/cf-ai-chat$/, hasDatabase ? database : undefined],
    [/GET .*\/d1\/database$/, hasDatabase ? [database] : []],
    [/POST .*\/d1\/database$/, database],
    [/POST .*\/assets-upload-session$/, { jwt: 'a.b.c', buckets: [] }],
    [/GET .*\/secrets$/, hasSecret ? [{ name: 'SESSION_SECRET', type: 'secret_text' }] : []],
    [/PUT .*\/scripts\/cf-ai-chat$/, { id: 'cf-ai-chat', etag: 'e', startup_time_ms: 5, deployment_id: 'd' }],
    [/(?:GET|PUT|PATCH) .*\/workers\/workers\/cf-ai-chat$/, worker],
    [/(?:GET|POST) .*\/scripts\/cf-ai-chat\/subdomain$/, worker.subdomain],
  ];
  const server = await startPageServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const call = `${request.method} ${path}`;
    calls.push(call);
    const result = answers.find(([pattern]) => pattern.test(call))?.[1];
    const code = path.includes('/d1/') ? NO_DATABASE : NOT_FOUND;
    const errors = result === undefined ? [{ code, message: 'not found' }] : [];
    request.resume().once('end', () => {
      response.writeHead(result === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ success: result !== undefined, errors, messages: [], result: result ?? null }),
      );
    });
  });
  return {
    baseUrl: new URL('/client/v4', server.url).href,
    calls,
    close: () => server.close(),
  };
}
