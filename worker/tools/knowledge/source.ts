import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { WebSource } from './web/task.ts';

/** What `SOURCE` of the command can be. */
export type Source =
  | { readonly kind: 'folder' | 'file' | 'pdf' | 'json-lines'; readonly path: string }
  | WebSource;

/** `www.example.com`, `localhost:8080/docs` and `127.0.0.1:8080`, and not `docs` or `docs/index.md`. */
const HOST = /^(?:(?:[\w-]+\.)+[a-z]{2,}|localhost(?=[:/])|\d+(?:\.\d+){3})(?::\d+)?(?:\/|$)/i;

/**
 * Finds out by its name what kind of source is meant. Throws an Error for the user where it is none.
 *
 * @example
 * parseSource('https://www.example.com/sitemap.xml'); // { kind: 'sitemap', url: 'https://www.example.com/sitemap.xml' }
 */
export function parseSource(given: string): Source {
  // A name that was copied from a page or a table may have blanks around it.
  const text = existsSync(given) ? given : given.trim();
  if (/^https?:/i.test(text)) return parseAddress(text);
  if (existsSync(text)) return parsePath(text);
  if (/^[\w+.-]+:\/\//.test(text)) throw new Error(`${text}: only http: and https: can be read`);
  if (/^https?\W/i.test(text)) throw new Error(`${text} is no address: it begins with https://`);
  if (!HOST.test(text) || /^[^/]*\.(?:md|markdown|html?|pdf|jsonl|ndjson)$/i.test(text))
    throw new Error(`there is no file or folder ${text}`);
  const scheme = /^(?:localhost|[\d.]+)[:/]/i.test(`${text}/`) ? 'http' : 'https';
  const address = `${scheme}://${text}${text.includes('/') ? '' : '/'}`;
  throw new Error(`${text} is no file or folder here; for the site write ${address}`);
}

function parseAddress(text: string): Source {
  if (!URL.canParse(text)) throw new Error(`${text} is no address`);
  const { href, pathname, searchParams, username } = new URL(text);
  if (username !== '') throw new Error('an address with a name and a password cannot be read');
  const name = basename(pathname).toLowerCase();
  if (/\.xml(?:\.gz)?$/.test(name)) return { kind: 'sitemap', url: href };
  if (name === 'llms.txt') return { kind: 'llms', url: href };
  if (name === 'llms-full.txt') return { kind: 'llms-full', url: href };
  const isWordPress = /\/wp-json(?:\/|$)/.test(pathname) || searchParams.has('rest_route');
  return { kind: isWordPress ? 'wordpress' : 'site', url: href };
}

function parsePath(path: string): Source {
  if (statSync(path).isDirectory()) return { kind: 'folder', path };
  if (/\.pdf$/i.test(path)) return { kind: 'pdf', path };
  if (/\.(?:jsonl|ndjson)$/i.test(path)) return { kind: 'json-lines', path };
  if (/\.(?:md|markdown|html?)$/i.test(path)) return { kind: 'file', path };
  throw new Error(`${path} is no markdown, HTML, PDF or JSON Lines (.jsonl) file`);
}
