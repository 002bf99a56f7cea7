import { gunzipSync } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { isPublic, isSameSite, normalize } from '../pages/addresses.ts';
import { isUnreachable, Unreachable, type Downloader } from './download.ts';

/** Limits of sitemaps.org: bytes of one file, unpacked. */
const MAX_BYTES = 52_428_800;
const FOLLOW_OPTIONS = { maxBytes: MAX_BYTES, isShared: true };
/** How many files one index may lead to. */
const MAX_FILES = 500;

/** The addresses that one sitemap names. */
export interface Sitemap {
  /** Pages, and their translations. */
  readonly pages: readonly string[];
  /** Further sitemaps, where the file is an index. */
  readonly sitemaps: readonly string[];
}

/** Reads a sitemap, an index of sitemaps, or a list of addresses, packed by gzip or not. Throws where the file is none of these. */
export function parseSitemap(body: Uint8Array): Sitemap {
  const isPacked = body[0] === 0x1f && body[1] === 0x8b;
  const xml = Buffer.from(isPacked ? gunzipSync(body, { maxOutputLength: MAX_BYTES }) : body).toString(
    'utf8',
  );
  if (/^\s*https?:/.test(xml)) return { pages: xml.trim().split(/\s+/), sitemaps: [] };
  const pages: string[] = [];
  const sitemaps: string[] = [];
  const path: string[] = [];
  let text = '';
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name);
    text = '';
    if (name.endsWith(':link') && attributes['hreflang'] !== undefined) pages.push(attributes['href'] ?? '');
  });
  parser.on('text', (part) => (text += part));
  parser.on('cdata', (part) => (text += part));
  parser.on('closetag', () => {
    // `image:loc` is a picture on the page.
    const place = path.slice(-2).join('/');
    if (place === 'url/loc') pages.push(text.trim());
    if (place === 'sitemap/loc') sitemaps.push(text.trim());
    path.pop();
  });
  parser.write(xml.trimStart()).close();
  return { pages, sitemaps };
}

/** What was read from sitemaps, and which files could not be read. */
export interface SitemapReading {
  /** Where the first sitemap is, at the end of its redirects. */
  readonly url: string;
  readonly pages: readonly string[];
  readonly failures: readonly { readonly url: string; readonly reason: string }[];
}

/** Which sitemaps are read. */
export interface SitemapPlan {
  /** An address of the site. The site may be on a private network; other sites that a sitemap names may not. */
  readonly site: string;
  readonly addresses: readonly string[];
  /** Whether the addresses are a guess: nobody has named them. */
  readonly isGuess: boolean;
  /** Once the command has downloaded so many bytes in all, no further sitemap is read. */
  readonly maxBytes: number;
}

/** Reads sitemaps and those to which they lead, each once. Throws where one cannot be reached now, and may be there later. */
export async function readSitemaps(
  downloader: Downloader,
  { site, addresses, isGuess, maxBytes }: SitemapPlan,
): Promise<SitemapReading> {
  let [end = site] = addresses;
  const queue = [...addresses];
  const known = new Set(queue);
  const pages: string[] = [];
  const failures: { url: string; reason: string }[] = [];
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    if (downloader.bytes >= maxBytes) {
      failures.push({ url, reason: 'beyond --max-bytes' });
      continue;
    }
    try {
      if (!isSameSite(url, site) && !isPublic(url)) throw new Error('on a private network');
      const { url: place, status, body } = await downloader.follow(url, FOLLOW_OPTIONS);
      if (url === end) end = place;
      checkStatus(url, status, isGuess && addresses.includes(url));
      const sitemap = parseSitemap(body);
      pages.push(...sitemap.pages);
      for (const address of sitemap.sitemaps) {
        const each = normalize(address, url);
        if (each === undefined || known.has(each) || known.size >= MAX_FILES) continue;
        known.add(each);
        queue.push(each);
      }
    } catch (error) {
      if (error instanceof Unreachable) throw withAdvice(error);
      failures.push({ url, reason: `no sitemap: ${error instanceof Error ? error.message : String(error)}` });
    }
  }
  return { url: end, pages: [...new Set(pages)], failures };
}

/**
 * Throws for an answer without a sitemap: `Unreachable` where the sitemap may be there later, another error where there is none.
 * `isGuess`: nobody has named the address, so that there may never have been one.
 */
function checkStatus(url: string, status: number, isGuess: boolean): void {
  // File storage such as S3 answers 403 for a file that it does not have.
  const isMissing = status === 403 && isGuess;
  if (isUnreachable(status) && !isMissing) throw new Unreachable(`${url}: status ${status}`);
  if (status !== 200) throw new Error(`status ${status}`);
}

/** The error for the person who runs the command. */
function withAdvice(error: Unreachable): Error {
  const text = `${error.message}. The pages of this sitemap would leave the index: try again later`;
  return new Error(text, { cause: error });
}
