import { readList, readObject, readString } from '../../../../widget/protocol/json.ts';
import { readFragment } from '../pages/read-html.ts';
import { textOfHtml } from '../pages/tree.ts';
import type { LeftOut, WebPage } from '../pages/web-page.ts';
import { isInScope, type Scope } from '../pages/addresses.ts';
import type { Crawl } from './crawl.ts';
import type { WebTask } from './task.ts';
import { NOT_ALLOWED } from './page-fetcher.ts';

/** The most entries that the REST API gives at once. */
const PER_PAGE = 100;
const MAX_BYTES = 50_000_000;
const TYPES = ['pages', 'posts'];
/** The fields that are asked for. The last one is of Yoast SEO: WordPress itself has no `noindex` for single pages. */
const FIELDS = 'link,title,content,yoast_head_json.robots';

/** Reads the published pages and posts of a WordPress site by its REST API. Throws where there is none. */
export async function readWordPress({ url, fetcher, options, onVisit }: WebTask): Promise<Crawl> {
  const pages: WebPage[] = [];
  const leftOut: LeftOut[] = [];
  for (const type of TYPES) {
    for (let number = 1, total = 1; number <= total && pages.length < options.maxPages; number++) {
      const address = addressOf(url, type, number);
      const { url: end, status, headers, body } = await fetcher.getFile(address, MAX_BYTES);
      if (status !== 200)
        throw new Error(`${address} answers ${status}: is the REST API of WordPress there?`);
      total = Number(headers.get('x-wp-totalpages') ?? 1);
      const { isAllowed } = await fetcher.robotsOf(end);
      // The pages are on the host of the API, which example.com may have on www.example.com.
      const scope: Scope = { ...options, start: new URL('/', end).href };
      for (const entry of parse(body, address)) {
        const page = toPage(entry, scope);
        if (typeof page === 'string')
          leftOut.push({ url: readString(entry['link']) ?? address, reason: page });
        else if (isAllowed(page.url)) pages.push(page);
        else leftOut.push({ url: page.url, reason: NOT_ALLOWED });
      }
      onVisit({ done: pages.length, waiting: (total - number) * PER_PAGE, url: address });
    }
  }
  return { pages: pages.slice(0, options.maxPages), leftOut };
}

/** `/wp-json/` has the route in its path, `/?rest_route=/` in its query. */
function addressOf(root: string, type: string, number: number): string {
  const url = new URL(root);
  const route = `/wp/v2/${type}`;
  if (url.searchParams.has('rest_route')) url.searchParams.set('rest_route', route);
  else url.pathname = url.pathname.replace(/(?<=\/wp-json)(?:\/.*)?$/, route);
  url.searchParams.set('per_page', String(PER_PAGE));
  url.searchParams.set('page', String(number));
  url.searchParams.set('_fields', FIELDS);
  return url.href;
}

function parse(body: Uint8Array, address: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    const entries: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
    if (Array.isArray(entries)) return readList(entries).map(readObject);
    throw new Error('no list');
  } catch (error) {
    throw new Error(`${address} answers something else than WordPress does`, { cause: error });
  }
}

/** A page, or why it is none. */
function toPage(entry: Readonly<Record<string, unknown>>, scope: Scope): WebPage | string {
  const url = readString(entry['link']);
  const content = readObject(entry['content']);
  if (url === undefined || !URL.canParse(url)) return 'no address';
  if (!isInScope(url, scope)) return 'not of this source';
  if (content['protected'] === true) return 'protected by a password';
  const { index } = readObject(readObject(entry['yoast_head_json'])['robots']);
  if (index === 'noindex') return 'noindex';
  const title = textOfHtml(readString(readObject(entry['title'])['rendered']) ?? '') || url;
  const sections = readFragment(readString(content['rendered']) ?? '', url, title);
  if (typeof sections === 'string') return sections;
  return { url, canonical: url, title, language: '', sections };
}
