import { ChatError } from '../../protocol/chat-error.ts';
import type { ChatEvent } from '../../protocol/chat-event.ts';
import { readList, readNumber, readObject, readString } from '../../protocol/json.ts';
import type { FoundPage, SearchResults } from '../../protocol/search-results.ts';
import { isSamePage, MAX_HEADINGS, PAGE_BOOST } from '../../protocol/search/ranking.ts';
import { compoundsOf, endsInWord, spacedWordsOf } from '../../protocol/search/wording.ts';
import { bigramsOf, withoutAccents } from '../../protocol/search-words.ts';
import { snippetOf } from '../../protocol/snippet.ts';
import { toConnectionError } from '../connection-error.ts';
import { answerWithPages } from './found-answer.ts';
import { NOTHING_FOUND, type SearchQuery, type SearchSource } from './search-source.ts';
import { type Ranking, ShardIndex } from './shard-index.ts';
import { type Passage, readPassages } from './shard-texts.ts';

/** Pages shown. */
const MAX_PAGES = 5;

/** How well a passage matches a search; for a page, its best passage. */
interface Rank {
  readonly score: number;
  /** Whether all words of the search were found. */
  readonly isComplete: boolean;
}

/** A page of the index, with its best passages. */
interface RankedPage extends Rank {
  readonly passages: readonly number[];
}

/** The content of `search.json`. */
interface Manifest {
  /** Words that many texts have. A question is searched by its other words, unless it has only common ones. */
  readonly common: ReadonlySet<string>;
  readonly terms: ShardIndex;
  readonly texts: readonly Shard[];
  /** The number of each page's first passage. */
  readonly starts: readonly number[];
}

/** A file of texts, and the number of its first passage. */
interface Shard {
  readonly from: number;
  readonly file: string;
}

/**
 * Searches, in the browser, the shards that `npm run knowledge -- SOURCE --static FOLDER` writes. Needs no server,
 * only static files.
 */
export class StaticSource implements SearchSource {
  readonly #folder: string;
  readonly #files = new Map<string, Promise<unknown>>();
  #manifest: Promise<Manifest | undefined> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async find({ text, page, approve }: SearchQuery, signal: AbortSignal): Promise<SearchResults | undefined> {
    if (!approve()) return NOTHING_FOUND;
    const manifest = await (this.#manifest ??= this.#open());
    if (!manifest) return undefined;
    const spaced = spacedWordsOf(withoutAccents(text));
    const pairs = bigramsOf(text.toLowerCase());
    const words = withoutCommon([...new Set([...spaced, ...pairs])], manifest.common);
    const compounds = compoundsOf(spaced, words);
    const isUnfinished = pairs.length === 0 && endsInWord(text);
    const ranking = await manifest.terms.rank({ words, compounds, isUnfinished });
    signal.throwIfAborted();
    const pages = rankPages(ranking, manifest.starts);
    const passages = await this.#readTexts(manifest, pages);
    signal.throwIfAborted();
    const marked = [...[...compounds.values()].flat(), ...(ranking.corrected ?? words)];
    const found = pages.flatMap((ranked) => toPage(ranked, passages, marked));
    const results = found
      .map((each) => ({
        ...each,
        score: isSamePage(each.page.url, page) ? each.score * PAGE_BOOST : each.score,
      }))
      .toSorted(byRank)
      .map((each) => each.page);
    return { results, ...(ranking.corrected && { corrected: ranking.corrected.join(' ') }) };
  }

  /** Answers a question with the pages found for it, as the events of a turn. */
  async *answer(question: string, nothingFound: string, signal: AbortSignal): AsyncGenerator<ChatEvent> {
    const query = {
      text: `${question} `,
      page: '',
      headers: {},
      credentials: 'omit',
      approve: () => true,
    } as const;
    const found = await this.find(query, signal);
    if (found === undefined) throw new ChatError('not-configured', 'expected search.json in the folder');
    if (found.results.length > 0) yield* answerWithPages(found.results);
    else yield* [{ type: 'token', token: nothingFound } as const, { type: 'done' } as const];
  }

  async #open(): Promise<Manifest | undefined> {
    const json = await this.#load('search.json').catch((error: unknown) => {
      this.#manifest = undefined;
      throw error;
    });
    if (json === undefined) return undefined;
    const { common, passages, terms, texts, pages } = readObject(json);
    let from = 0;
    return {
      common: new Set(
        readList(common)
          .map(readString)
          .filter((word) => word !== undefined),
      ),
      terms: new ShardIndex(readNumber(passages) ?? 0, readShards(terms), (file) => this.#load(file)),
      texts: readShards(texts).map(([start, file]) => ({ from: Number(start), file })),
      starts: readList(pages).map((count) => (from += readNumber(count) ?? 0) - (readNumber(count) ?? 0)),
    };
  }

  /** Loads the texts of the passages that are shown. */
  async #readTexts({ texts }: Manifest, pages: readonly RankedPage[]): Promise<ReadonlyMap<number, Passage>> {
    const wanted = pages.flatMap(({ passages }) => passages);
    const shards = new Set(wanted.flatMap((passage) => texts.findLast(({ from }) => from <= passage) ?? []));
    const read = await Promise.all(
      [...shards].map(async ({ from, file }) => readPassages(await this.#load(file), from)),
    );
    return new Map(read.flat());
  }

  /** Fetches a file as JSON, once; undefined where the file is missing. */
  #load(file: string): Promise<unknown> {
    const known = this.#files.get(file);
    if (known) return known;
    const loading = fetchJson(new URL(file, this.#folder));
    this.#files.set(file, loading);
    loading.catch(() => this.#files.delete(file));
    return loading;
  }
}

async function fetchJson(url: URL): Promise<unknown> {
  const response = await fetch(url).catch((cause: unknown) => {
    throw toConnectionError('the index was not reached', cause);
  });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new ChatError('bad-response', `got status ${response.status} for the index`);
  return response.json().catch((cause: unknown) => {
    throw new ChatError('bad-response', 'expected JSON', { cause });
  });
}

/** The first word of each shard and its file, in order. */
function readShards(json: unknown): readonly (readonly [start: string, file: string])[] {
  return readList(json).flatMap((shard) => {
    const [start, file] = readList(shard).map(readString);
    return start !== undefined && file ? [[start, file] as const] : [];
  });
}

/** The words that are not common, or all words where every one is common. */
function withoutCommon(words: readonly string[], common: ReadonlySet<string>): readonly string[] {
  const rare = words.filter((word) => !common.has(word));
  return rare.length > 0 ? rare : words;
}

/** Sorts what has all words before the rest, then by score. */
function byRank(a: Rank, b: Rank): number {
  return Number(b.isComplete) - Number(a.isComplete) || b.score - a.score;
}

/** The best pages, each with its best passages. */
function rankPages({ scores, complete }: Ranking, starts: readonly number[]): readonly RankedPage[] {
  const pages = new Map<number, (Rank & { readonly passage: number })[]>();
  for (const [passage, score] of scores) {
    const page = pageOf(passage, starts);
    const ranked = { passage, score, isComplete: complete.has(passage) };
    pages.set(page, [...(pages.get(page) ?? []), ranked]);
  }
  const ranked = [...pages.values()].flatMap((passages) => {
    const sorted = passages.toSorted(byRank);
    const [best] = sorted;
    // Several passages of a long section have the same heading, so more passages than headings are kept.
    return best
      ? [{ ...best, passages: sorted.slice(0, 2 * MAX_HEADINGS).map(({ passage }) => passage) }]
      : [];
  });
  return ranked.toSorted(byRank).slice(0, MAX_PAGES);
}

/** The page of a passage, by binary search: an index may have thousands of pages. */
function pageOf(passage: number, starts: readonly number[]): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= passage) low = middle;
    else high = middle;
  }
  return low;
}

function toPage(
  { score, isComplete, passages }: RankedPage,
  texts: ReadonlyMap<number, Passage>,
  words: readonly string[],
): readonly (Rank & { readonly page: FoundPage })[] {
  const found = passages.flatMap((passage) => texts.get(passage) ?? []);
  const [best] = found;
  if (!best) return [];
  const { url, title, breadcrumb } = best.page;
  const sections = new Map(
    found.toReversed().flatMap((each) => (each.heading ? [[each.anchor + each.heading, each] as const] : [])),
  );
  const headings = [...sections.values()].toReversed().slice(0, MAX_HEADINGS);
  const page = {
    title,
    url,
    breadcrumb,
    snippet: snippetOf(best.text, words),
    headings: headings.map((section) => ({
      title: section.heading,
      url: section.anchor ? `${url}#${section.anchor}` : url,
      ...(section !== best && { snippet: snippetOf(section.text, words) }),
    })),
  };
  return [{ score, isComplete, page }];
}
