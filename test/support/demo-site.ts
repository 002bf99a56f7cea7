import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { DIST } from '../../widget/build/project.ts';
import { startPageServer, type PageServer } from './page-server.ts';

const SITE = join(DIST, 'site');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/** The last build of the site on a static host: no Worker, pages without their ending, headers as `_headers` has them. */
export async function startDemoSite(): Promise<PageServer> {
  const policies = readPolicies(await readFile(join(SITE, '_headers'), 'utf8'));
  return startPageServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const policy = policies.find(({ matches }) => matches(pathname))?.policy;
    void sendPage(pathname, policy, response);
  });
}

async function sendPage(path: string, policy: string | undefined, response: ServerResponse): Promise<void> {
  const file = await readPage(path);
  response.writeHead(file ? 200 : 404, {
    'content-type': TYPES[file?.type ?? ''] ?? 'text/plain',
    ...(policy && { 'content-security-policy': policy }),
  });
  response.end(file?.content);
}

interface SiteFile {
  readonly type: string;
  readonly content: Buffer;
}

async function readPage(path: string): Promise<SiteFile | undefined> {
  const name = path.endsWith('/') ? `${path}index.html` : path;
  for (const candidate of [name, `${name}.html`]) {
    try {
      return { type: extname(candidate), content: await readFile(join(SITE, candidate)) };
    } catch {
      // No such file: try the next name.
    }
  }
  return undefined;
}

interface PagePolicy {
  readonly policy: string;
  matches(path: string): boolean;
}

/** The policies in a file of https://developers.cloudflare.com/workers/static-assets/headers/ */
function readPolicies(text: string): readonly PagePolicy[] {
  return [...text.matchAll(/^(\/\S*)\n(?:[ ]+.*\n)*?[ ]+Content-Security-Policy: (.*)$/gm)].map(
    ([, pattern = '', policy = '']) => ({
      policy,
      matches: (path) => (pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern),
    }),
  );
}
