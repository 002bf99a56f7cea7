import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

/** Like `fetch`, but also reads files from the disk. */
export async function fetchFile(url: URL, init: RequestInit): Promise<Response> {
  if (url.protocol !== 'file:') return fetch(url, init);
  const type = TYPES[extname(url.pathname)];
  return new Response(await readFile(url), { headers: type === undefined ? {} : { 'content-type': type } });
}
