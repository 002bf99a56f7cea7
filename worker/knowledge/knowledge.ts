import { plainOf } from '../../widget/protocol/plain-text.ts';
import { SEARCH_TITLE } from '../../widget/protocol/search-tool.ts';
import type { WireMessage } from '../../widget/protocol/chat-message.ts';
import { numberOf, type Database, type Env } from '../env.ts';
import { log } from '../log.ts';
import { selectModel } from '../model/select-model.ts';
import { orAborted } from '../turn/ask-briefly.ts';
import type { Feature, Retrieve, Search } from '../ports.ts';
import type { Found, Passage } from '../model-port.ts';
import { searchInstance } from './ai-search.ts';
import { findRanked } from './find-ranked.ts';
import { groupBy } from './group-by.ts';
import { isSmallTalk, questionsOf } from './languages.ts';
import { quote } from './quote.ts';
import { rerankerOf } from './reranker.ts';
import { standaloneQuestion } from './standalone.ts';
import { hasSubject } from './terms.ts';

const REWRITE_MS = 600;
/** Passages that a visitor is shown where none answers. */
const MAX_NEAREST = 3;
const SNIPPET_CHARACTERS = 200;
/** The first characters of a passage, marks of markdown included, from which its snippet is made. */
const SNIPPET_SOURCE_CHARACTERS = 800;
/** The event that shows clients the search for passages. */
const SEARCH_EVENT = { type: 'tool', id: 'search', name: 'search', title: SEARCH_TITLE } as const;

/** Searches for passages. Calls `onSearching` when there are documents to look through. Null where nothing is indexed. */
type Find = (search: Search, onSearching: () => void) => Promise<Found | null>;

/** Lets a turn search the AI Search instance bound as `SEARCH`, else the documents in the D1 database `DB`, if any. */
export const knowledge: Feature = ({ env }) => {
  const { DB, SEARCH, LOCAL } = env;
  // Like Workers AI, AI Search never runs locally: its binding only throws there.
  if (SEARCH && LOCAL !== '1')
    return {
      retrieve: asRetrieve(({ messages }, onSearching) => {
        onSearching();
        return searchInstance(SEARCH, messages, env);
      }),
    };
  return DB ? { retrieve: asRetrieve(findIn(DB, env)) } : {};
};

const findIn =
  (database: Database, env: Env): Find =>
  async (search, onSearching) => {
    const { queryId, messages, metadata, url } = search;
    const { provider, model } = selectModel(env);
    const question = messages.at(-1)?.content ?? '';
    const isExtractive = provider === 'extractive';
    const reranker = rerankerOf(env);
    return findRanked(database, isExtractive ? searchedWithoutModel(question, messages) : question, {
      baseUrl: url,
      // Without a language model nothing tells whether a passage answers the question: all are shown.
      reranker: reranker && isExtractive ? { ...reranker, minScore: 0 } : reranker,
      acceptsAll: isExtractive || reranker !== undefined,
      onSearching,
      onRerankFailed: (error) => log('rerank-failed', { queryId, detail: String(error) }),
      page: metadata['url'],
      ...(!isExtractive && {
        rewrite: (found) =>
          standaloneQuestion(search, {
            model,
            milliseconds: numberOf(env.REWRITE_MS, REWRITE_MS),
            database,
            found,
          }),
      }),
    });
  };

/**
 * What is searched for without a model: the question. If it has no word that tells a subject, as in "And how much?", it is the last
 * question before it that has one.
 */
function searchedWithoutModel(question: string, messages: readonly WireMessage[]): string {
  return hasSubject(question) ? question : (questionsOf(messages).findLast(hasSubject) ?? question);
}

/**
 * Shows clients a search that has documents to look through, its sources, and a search that failed. Lets it end with the turn, since
 * D1 takes no signal. Skips small talk.
 */
function asRetrieve(find: Find): Retrieve {
  return async (search) => {
    const { signal, queryId, messages, show } = search;
    const question = messages.at(-1)?.content ?? '';
    if (signal.aborted) return null;
    if (isSmallTalk(question)) return { passages: [] };
    let isShown = false;
    const onSearching = (): void => {
      if (!isShown) show([{ ...SEARCH_EVENT, state: 'running' }]);
      isShown = true;
    };
    try {
      const found = await orAborted(find(search, onSearching), signal);
      const { passages = [], nearest } = found ?? {};
      const sources = passages.length > 0 ? passages.map(toSource) : undefined;
      if (sources) show([{ type: 'sources', sources }]);
      if (isShown) show([{ ...SEARCH_EVENT, state: 'done' }]);
      return (
        found && {
          passages,
          ...(nearest && { nearest: sectionsOf(nearest) }),
          sources,
          quote: () => quote(passages, question),
        }
      );
    } catch (error) {
      if (signal.aborted) return null;
      // A chat without its documents is worth more to the visitor than no chat.
      log('retrieval-failed', { queryId, detail: String(error) });
      onSearching();
      show([{ ...SEARCH_EVENT, state: 'failed' }]);
      return null;
    }
  };
}

/** A long section is shown once, though several of its passages may be near. */
function sectionsOf(nearest: readonly Passage[]): readonly Passage[] {
  const sections = groupBy(nearest, ({ title, url }) => `${title} ${url}`).values();
  return [...sections].flatMap(([first]) => first ?? []).slice(0, MAX_NEAREST);
}

/** A passage as the visitor sees it. An address that is neither http nor https is left out. */
function toSource({ id, title, url, text, score }: Passage) {
  const snippet = plainOf(text.slice(0, SNIPPET_SOURCE_CHARACTERS)).slice(0, SNIPPET_CHARACTERS);
  const address = /^https?:\/\//i.test(url) ? url : '';
  return { id, title, url: address, snippet, score: Math.round(score * 100) / 100 };
}
