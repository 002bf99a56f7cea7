import { Marked } from 'marked';
import { chunkMarkdown } from '../indexing/chunk-markdown.ts';
import { groupBy } from '../../../knowledge/group-by.ts';
import { SHELL_REASON } from '../pages/read-html.ts';
import type { WebPage } from '../pages/web-page.ts';
import type { Scope } from '../pages/addresses.ts';
import { crawl, type Crawl } from './crawl.ts';
import type { WebTask } from './task.ts';

/** Most bytes of an llms-full.txt, which has all pages of a site. */
const MAX_FULL_BYTES = 50_000_000;
/** A line that says where a page of llms-full.txt is read: `Source: https://…`, `url: /guide`. */
const ADDRESS = /^(?:source|url):\s*(\S+)\s*$/im;
const FENCED = /^(?:```[\s\S]*?^```|~~~[\s\S]*?^~~~)/gm;

/**
 * Reads the pages to which an llms.txt (llmstxt.org) links. For a link to `/guide.md` the page `/guide` is read, since its headings
 * have the real anchors. The markdown is read only where that page is missing or has no text without scripts.
 */
export async function readLlms({ url, fetcher, options, onVisit }: WebTask): Promise<Crawl> {
  const file = await readText({ url, fetcher });
  const links = linksOf(file.text, file.url);
  // The pages are on the host of the file, which example.com may have on www.example.com.
  const scope: Scope = { ...options, start: new URL('/', file.url).href };
  const visitAll = (seeds: readonly string[]): Promise<Crawl> =>
    crawl(fetcher, { ...options, scope, onVisit, seeds, isFollowingLinks: false });
  const markdownOf = new Map(links.map((link) => [pageOf(link), link]));
  const pages = await visitAll([...markdownOf.keys()]);
  const found = new Set(pages.pages.map((page) => withoutSlash(page.url)));
  const missing = [...markdownOf].filter(([page, link]) => page !== link && !found.has(withoutSlash(page)));
  const markdown = await visitAll(missing.map(([, link]) => link));
  const shells = new Set(
    pages.leftOut.flatMap((left) => (left.reason === SHELL_REASON ? [withoutSlash(left.url)] : [])),
  );
  const again = new Set(missing.map(([page]) => withoutSlash(page)));
  return {
    pages: [...pages.pages, ...markdown.pages.map((page) => moveTo(page, shells))],
    leftOut: [...pages.leftOut.filter((left) => !again.has(withoutSlash(left.url))), ...markdown.leftOut],
  };
}

/**
 * Reads an llms-full.txt. Each heading of level 1 with a line `Source: https://…` or `url: …` near it is a page. Where no address
 * is named, the file is one page.
 */
export async function readLlmsFull(task: WebTask): Promise<Crawl> {
  const { url, text } = await readText(task, MAX_FULL_BYTES);
  const parts = splitPages(text).map((part) => ({ part, address: addressOf(part, url) }));
  const pages = groupBy(parts, ({ address }) => address);
  return {
    pages: [...pages].map(([address, group]) => toPage(address, group.map(({ part }) => part).join('\n\n'))),
    leftOut: [],
  };
}

/**
 * `/guide.md` is the page `/guide`, `/guide/index.html.md` the page `/guide/`.
 */
function pageOf(link: string): string {
  const page = new URL(link);
  page.pathname = page.pathname.replace(/\.mdx?$/, '').replace(/(?<=\/)index(?:\.html)?$/, '');
  return page.href;
}

/** Many sites redirect `/guide` to `/guide/`. */
function withoutSlash(address: string): string {
  return address.replace(/\/$/, '');
}

function moveTo(page: WebPage, shells: ReadonlySet<string>): WebPage {
  const address = pageOf(page.url);
  return shells.has(withoutSlash(address)) ? { ...page, url: address, canonical: address } : page;
}

function linksOf(markdown: string, base: string): readonly string[] {
  const marked = new Marked();
  const links: string[] = [];
  marked.walkTokens(marked.lexer(markdown), (token) => {
    const link = token.type === 'link' ? URL.parse(String(token['href']), base) : null;
    if (link !== null) links.push(link.href);
  });
  return links;
}

/** Splits at headings of level 1 and at front matter, except in code. */
function splitPages(text: string): readonly string[] {
  const code: string[] = [];
  const withoutCode = text.replace(FENCED, (fenced) => `\uE000${code.push(fenced) - 1}\uE000`);
  return withoutCode
    .split(/^(?=---\n(?:[\w-]+:.*\n)+---$)|^(?=# )/m)
    .map((part) => part.replace(/\uE000(\d+)\uE000/g, (_mark, index: string) => code[Number(index)] ?? ''))
    .filter((part) => part.trim() !== '');
}

function addressOf(part: string, base: string): string {
  const [, address = base] = ADDRESS.exec(part.slice(0, 500)) ?? [];
  const url = URL.parse(address, base) ?? new URL(base);
  return url.href === base ? base : pageOf(url.href);
}

function toPage(url: string, markdown: string): WebPage {
  const { title, sections } = chunkMarkdown(markdown.replace(ADDRESS, ''), { id: url, url });
  return { url, canonical: url, title, language: '', sections };
}

/** A text, and its address at the end of redirects. */
interface TextFile {
  readonly url: string;
  readonly text: string;
}

async function readText(
  { url, fetcher }: Pick<WebTask, 'url' | 'fetcher'>,
  maxBytes?: number,
): Promise<TextFile> {
  const { url: end, status, body, headers } = await fetcher.getFile(url, maxBytes);
  if (status !== 200) throw new Error(`${url} answers ${status}`);
  if (headers.get('content-type')?.startsWith('text/html'))
    throw new Error(`${url} is a page of HTML, and no text`);
  return { url: end, text: Buffer.from(body).toString('utf8') };
}
