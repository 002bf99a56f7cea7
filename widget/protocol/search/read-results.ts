import {
  isObject,
  type JsonObject,
  pickString,
  readList,
  readNumber,
  readObject,
  readString,
} from '../json.ts';
import { MAX_HEADINGS } from './ranking.ts';
import { readMarks } from './read-marks.ts';
import type { FoundHeading, FoundPage, SearchResults, Snippet } from '../search-results.ts';

type Ranges = Snippet['ranges'];

const NO_SNIPPET: Snippet = { text: '', ranges: [] };

const LISTS = ['results', 'hits', 'items', 'documents', 'data', 'pages'];
const TITLES = ['title', 'name', 'heading', 'label', 'meta_title'];
const URLS = ['url', 'href', 'link', 'permalink', 'path', 'slug'];
const TEXTS = ['text', 'excerpt', 'content', 'body', 'description', 'summary', 'snippet'];
/** Heading levels in indexes that Algolia's crawler fills; `lvl0` is the site. */
const LEVELS = ['lvl0', 'lvl1', 'lvl2', 'lvl3', 'lvl4', 'lvl5', 'lvl6'];
/** An excerpt is shown in two lines: characters at most. */
const SNIPPET_LENGTH = 220;

/**
 * Reads the response of a search: our Worker's JSON, a list of `{title, url, text}`, or the hits of Algolia, Meilisearch and
 * Typesense. Hits without an address are dropped; hits of the same page are merged.
 *
 * @example
 * readResults([{ title: 'Returns', url: '/returns', text: '30 days' }]).results[0]?.snippet.text; // '30 days'
 */
export function readResults(json: unknown): SearchResults {
  const body = readObject(json);
  const list = Array.isArray(json) ? json : LISTS.map((name) => readList(body[name])).find(hasAny);
  const results = readList(list).flatMap((hit) => readHit(readObject(hit)) ?? []);
  const corrected = readString(body['corrected']);
  return { results: groupByPage(results), ...(corrected && { corrected }) };
}

function hasAny(list: readonly unknown[]): boolean {
  return list.length > 0;
}

function readHit(hit: JsonObject): FoundPage | undefined {
  // Typesense puts the fields into `document`, beside the highlights.
  const fields = isObject(hit['document']) ? hit['document'] : hit;
  const url = pickString(fields, ...URLS);
  if (!url) return undefined;
  const levels = LEVELS.flatMap((level) => readString(readObject(fields['hierarchy'])[level]) ?? []);
  const title = plain(pickString(fields, ...TITLES) || levels[1] || levels[0] || url);
  const snippet = readSnippet(hit, fields);
  const own = readList(fields['headings']).flatMap((heading) => readHeading(readObject(heading)));
  const last = levels.length > 2 ? levels.at(-1) : undefined;
  return {
    title,
    url,
    breadcrumb: readList(fields['breadcrumb']).flatMap((name) => readString(name) ?? []),
    snippet,
    headings: last ? [{ title: plain(last), url, snippet }] : own.slice(0, MAX_HEADINGS),
  };
}

function readHeading(heading: JsonObject): readonly FoundHeading[] {
  const [title, url] = [pickString(heading, ...TITLES), pickString(heading, ...URLS)];
  if (!title || !url) return [];
  const snippet = readSnippet(heading, heading);
  return [{ title: plain(title), url, ...(snippet.text && { snippet }) }];
}

/** The excerpt of a hit with marked words, else the beginning of its text. */
function readSnippet(hit: JsonObject, fields: JsonObject): Snippet {
  const own = hit['snippet'];
  if (isObject(own)) return { text: readString(own['text']) ?? '', ranges: readRanges(own['ranges']) };
  const marked = readMarkedText(hit);
  if (marked) return shorten(readMarks(marked));
  return shorten(readMarks(pickString(fields, ...TEXTS)));
}

/** Algolia: `_snippetResult.content.value`; Meilisearch: `_formatted.content`; Typesense: `highlights[].snippet`. */
function readMarkedText(hit: JsonObject): string {
  const formatted = pickString(readObject(hit['_formatted']), ...TEXTS);
  if (formatted) return formatted;
  const [found] = readList(hit['highlights']).map((each) => pickString(readObject(each), 'snippet', 'value'));
  if (found) return found;
  for (const name of ['_snippetResult', '_highlightResult', 'highlight']) {
    const fields = readObject(hit[name]);
    for (const text of TEXTS) {
      const value = pickString(readObject(fields[text]), 'value', 'snippet');
      if (value) return value;
    }
  }
  return '';
}

function readRanges(json: unknown): Ranges {
  return readList(json).flatMap((pair) => {
    const [start, end] = readList(pair).map(readNumber);
    return start !== undefined && end !== undefined && start < end ? [[start, end] as const] : [];
  });
}

/** Shortens a text to an excerpt that begins shortly before its first marked word. */
function shorten({ text, ranges }: Snippet): Snippet {
  if (text.length <= SNIPPET_LENGTH) return { text, ranges };
  const first = ranges[0]?.[0] ?? 0;
  const from = first > SNIPPET_LENGTH / 2 ? text.lastIndexOf(' ', first - SNIPPET_LENGTH / 4) + 1 : 0;
  const to = text.lastIndexOf(' ', from + SNIPPET_LENGTH);
  const end = to > from ? to : from + SNIPPET_LENGTH;
  const before = from > 0 ? '… ' : '';
  const inside = ranges.filter(([start, stop]) => start >= from && stop <= end);
  const shift = before.length - from;
  return {
    text: `${before}${text.slice(from, end)}${end < text.length ? ' …' : ''}`,
    ranges: inside.map(([start, stop]) => [start + shift, stop + shift] as const),
  };
}

function plain(text: string): string {
  return readMarks(text).text;
}

/** Some engines return each section as a hit: such hits become the headings of their page. */
function groupByPage(hits: readonly FoundPage[]): readonly FoundPage[] {
  const pages = new Map<string, FoundPage>();
  for (const hit of hits) {
    const address = hit.url.replace(/#.*/, '');
    const known = pages.get(address);
    if (!known) pages.set(address, hit.headings.length > 0 ? { ...hit, url: address } : hit);
    else
      pages.set(address, {
        ...known,
        headings: [...known.headings, ...sectionsOf(hit)].slice(0, MAX_HEADINGS),
      });
  }
  return [...pages.values()].map(withoutDoubleSnippet);
}

function sectionsOf({ title, url, snippet, headings }: FoundPage): readonly FoundHeading[] {
  if (headings.length > 0) return headings;
  return url.includes('#') ? [{ title, url, snippet }] : [];
}

/** Removes an excerpt from a heading where the page shows the same excerpt. */
function withoutDoubleSnippet(page: FoundPage): FoundPage {
  const headings = page.headings.map(({ snippet = NO_SNIPPET, ...heading }) =>
    snippet.text === '' || snippet.text === page.snippet.text ? heading : { ...heading, snippet },
  );
  return { ...page, headings };
}
