import { join } from 'node:path';
import type { IndexedDocument } from '../../worker/tools/knowledge/indexed-document.ts';
import { databaseOf } from '../../worker/tools/ask/memory-database.ts';
import { readDocuments } from '../../worker/tools/knowledge/indexing/read-documents.ts';
import { shardsOf } from '../../worker/tools/knowledge/static/shards.ts';
import { SITES, unpackFiles } from '../support/corpus.ts';
import { OWN_DOCUMENTS } from '../support/retrieval-quality.ts';
import { openMiniSearch, openPagefind } from '../support/search-peers.ts';
import {
  beginningOf,
  type FindPages,
  findPagesIn,
  type LabelledSearch,
  measureSearches,
  readPageQuestions,
  readShortSearches,
  readSiteSearches,
  type SearchQuality,
  SHOWN,
  urlsOf,
} from '../support/search-quality.ts';
import { measureLetters } from '../support/letter-times.ts';
import { serveStaticIndex } from '../support/static-index.ts';
import type { Benchmark, BenchmarkResult } from '../tools/benchmark.ts';

/** Documents, and the searches and questions that are tried on them. */
interface Corpus {
  readonly name: string;
  readonly documents: readonly IndexedDocument[];
  readonly searches: readonly LabelledSearch[];
  readonly questions: readonly LabelledSearch[];
}

/** A search engine, ours or another one. */
interface Engine {
  readonly name: string;
  open(documents: readonly IndexedDocument[]): Promise<{ find: FindPages; close(): Promise<void> }>;
}

const passagesOf = (documents: readonly IndexedDocument[]) => documents.flatMap(({ passages }) => passages);

const OURS: readonly Engine[] = [
  {
    name: 'Worker',
    open: (documents) =>
      Promise.resolve({
        find: findPagesIn(databaseOf(passagesOf(documents))),
        close: () => Promise.resolve(),
      }),
  },
  {
    name: 'static',
    async open(documents) {
      const index = await serveStaticIndex(shardsOf(documents));
      return { find: async (query) => urlsOf((await index.find(query)).found), close: () => index.close() };
    },
  },
];
const PEERS: readonly Engine[] = [
  { name: 'MiniSearch', open: (documents) => openMiniSearch(passagesOf(documents)) },
  { name: 'Pagefind', open: (documents) => openPagefind(passagesOf(documents)) },
];

const PARTS: Readonly<Record<string, () => Promise<readonly BenchmarkResult[]>>> = {
  own: () => measureAll('own', [ownCorpus()], OURS),
  sites: async () => measureAll('sites', await siteCorpora(), OURS),
  peers: async () => [
    ...(await measureAll('own', [ownCorpus()], PEERS)),
    ...(await measureAll('sites', await siteCorpora(), PEERS)),
  ],
  bound: async () => [countAmbiguous('own', [ownCorpus()]), countAmbiguous('sites', await siteCorpora())],
  letters: async () => {
    const times = (await measureLetters()).toSorted((a, b) => a - b);
    const at = (share: number): number => times[Math.floor((times.length - 1) * share)] ?? 0;
    const title = `from a letter to its list, of ${times.length}, loopback`;
    return [
      { title: `${title}, median`, value: at(0.5), unit: 'ms', baseline: '', goal: 100 },
      { title: `${title}, 95 of 100`, value: at(0.95), unit: 'ms', baseline: '', goal: 100 },
    ];
  },
};

/**
 * How often a search box shows the page that is wanted, for a few words and for questions. The documents are our documentation and the
 * built sites of three other projects. The engines are our Worker, our static index, and other search engines on the same passages.
 */
export const benchmark: Benchmark = {
  title: 'Search',
  parts: Object.keys(PARTS),
  async run(_size, parts = []) {
    const results: BenchmarkResult[] = [];
    for (const [name, measurePart] of Object.entries(PARTS))
      if (parts.length === 0 || parts.includes(name)) results.push(...(await measurePart()));
    return results;
  },
};

function ownCorpus(): Corpus {
  return {
    name: 'own',
    documents: documentsIn(OWN_DOCUMENTS),
    searches: readShortSearches(),
    questions: readPageQuestions(),
  };
}

function siteCorpora(): Promise<readonly Corpus[]> {
  const labelled = readSiteSearches();
  return Promise.all(
    Object.entries(SITES).map(async ([name, files]) => {
      const folder = await unpackFiles(files);
      const own = labelled.filter(({ site }) => site === name);
      return {
        name,
        documents: documentsIn(files.paths.map((path) => join(folder, path))),
        searches: own.filter(({ kind }) => kind === 'search'),
        questions: own.filter(({ kind }) => kind === 'question'),
      };
    }),
  );
}

function documentsIn(folders: readonly string[]): readonly IndexedDocument[] {
  return readDocuments(folders, '/docs/').map(({ path, passages }) => ({
    name: path,
    language: '',
    passages,
  }));
}

/** Counts searches whose first third begins a title or heading of more than five pages: no engine can show all of these. */
function countAmbiguous(title: string, corpora: readonly Corpus[]): BenchmarkResult {
  const ambiguous = corpora.flatMap(({ documents, searches }) =>
    searches.filter(({ query }) => {
      const typed = beginningOf(query).trim().toLowerCase();
      const begins = (text = ''): boolean => text.toLowerCase().startsWith(typed);
      const pages = documents.filter(({ passages }) =>
        passages.some((passage) => begins(passage.title) || begins(passage.heading)),
      );
      return pages.length > SHOWN;
    }),
  );
  const beginnings = ambiguous.map(({ query }) => beginningOf(query)).join(', ');
  return {
    title: `${title}: searches whose first third begins a title or heading of more than five pages`,
    value: ambiguous.length,
    unit: '',
    baseline: beginnings,
  };
}

async function measureAll(
  title: string,
  corpora: readonly Corpus[],
  engines: readonly Engine[],
): Promise<readonly BenchmarkResult[]> {
  const results: BenchmarkResult[] = [];
  for (const engine of engines) {
    const measured = { searches: [] as SearchQuality[], questions: [] as SearchQuality[] };
    for (const { name, documents, searches, questions } of corpora) {
      const { find, close } = await engine.open(documents);
      try {
        measured.searches.push(await measureSearches(searches, find));
        measured.questions.push(await measureSearches(questions, find));
      } finally {
        await close();
      }
      const misses = [measured.searches, measured.questions].flatMap((all) => all.at(-1)?.misses ?? []);
      for (const miss of misses) console.log(`  ${name}, ${engine.name}, not among five: ${miss}`);
    }
    results.push(
      ...resultsOf(
        `${title}, ${engine.name}`,
        sum(measured.searches),
        sum(measured.questions),
        OURS.includes(engine),
      ),
    );
  }
  return results;
}

function sum(all: readonly SearchQuality[]): SearchQuality {
  const total = (of: (each: SearchQuality) => number): number =>
    all.reduce((before, each) => before + of(each), 0);
  return {
    searches: total(({ searches }) => searches),
    first: total(({ first }) => first),
    amongThree: total(({ amongThree }) => amongThree),
    amongFive: total(({ amongFive }) => amongFive),
    early: total(({ early }) => early),
    misses: all.flatMap(({ misses }) => misses),
  };
}

/** The results of one engine. Only ours has gates, which were chosen for sixty searches and questions. */
function resultsOf(
  title: string,
  searches: SearchQuality,
  questions: SearchQuality,
  isOurs: boolean,
): readonly BenchmarkResult[] {
  const describe = ({ first, amongThree, amongFive }: SearchQuality): string =>
    `first ${first}, among three ${amongThree}, among five ${amongFive}`;
  return [
    {
      title: `${title}: searches, page not among five`,
      value: searches.searches - searches.amongFive,
      unit: '',
      baseline: `${searches.searches} searches: ${describe(searches)}`,
      ...(isOurs && { gate: 3 }),
    },
    {
      title: `${title}: searches, page not among five with a third of the letters`,
      value: searches.searches - searches.early,
      unit: '',
      baseline: 'three letters at least',
      ...(isOurs && { gate: 3 }),
    },
    {
      title: `${title}: questions, page not among three`,
      value: questions.searches - questions.amongThree,
      unit: '',
      baseline: `${questions.searches} questions: ${describe(questions)}`,
      ...(isOurs && { gate: 13 }),
    },
  ];
}
