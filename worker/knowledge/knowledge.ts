import type { WireMessage } from '../../widget/protocol/chat-message.ts';
import { numberOf, type Database, type Env } from '../env.ts';
import { log } from '../log.ts';
import { selectModel } from '../model/select-model.ts';
import { orAborted } from '../turn/ask-briefly.ts';
import type { Feature, Retrieve, Search } from '../ports.ts';
import type { Found } from '../model-port.ts';
import { searchInstance } from './ai-search.ts';
import { findRanked } from './find-ranked.ts';
import { groupBy } from './group-by.ts';
import { isSmallTalk, questionsOf } from './languages.ts';
import { rerankerOf } from './reranker.ts';
import { standaloneQuestion } from './standalone.ts';
import { hasSubject } from './terms.ts';

const REWRITE_MS = 600;
/** Passages that a visitor is shown where none answers. */
const MAX_NEAREST = 3;

/** Lets a turn search the AI Search instance bound as `SEARCH`, else the documents in the D1 database `DB`, if any. */
export const knowledge: Feature = ({ env }) => {
  const { DB, SEARCH, LOCAL } = env;
  // Like Workers AI, AI Search never runs locally: its binding only throws there.
  if (SEARCH && LOCAL !== '1')
    return {
      retrieve: asRetrieve(({ messages, onSearching }) => {
        onSearching?.();
        return searchInstance(SEARCH, messages, env);
      }),
    };
  return DB ? { retrieve: asRetrieve((search) => findInDatabase(search, env, DB)) } : {};
};

async function findInDatabase(search: Search, env: Env, database: Database): Promise<Found | null> {
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
    onSearching: () => search.onSearching?.(),
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
}

/**
 * What is searched for without a model: the question. If it has no word that tells a subject, as in "And how much?", it is the last
 * question before it that has one.
 */
function searchedWithoutModel(question: string, messages: readonly WireMessage[]): string {
  return hasSubject(question) ? question : (questionsOf(messages).findLast(hasSubject) ?? question);
}

/** Lets a search end with the turn, since D1 takes no signal. Skips small talk, and turns an error into undefined. */
function asRetrieve(find: (search: Search) => Promise<Found | null>): Retrieve {
  return async (search) => {
    const { signal, queryId, messages } = search;
    if (signal.aborted) return null;
    if (isSmallTalk(messages.at(-1)?.content ?? '')) return { passages: [] };
    try {
      const found = await orAborted(find(search), signal);
      return found && toFound(found);
    } catch (error) {
      if (signal.aborted) return null;
      // A chat without its documents is worth more to the visitor than no chat.
      log('retrieval-failed', { queryId, detail: String(error) });
      return undefined;
    }
  };
}

/** A long section is shown once, though several of its passages may be near. */
function toFound({ passages, nearest }: Found): Found {
  if (!nearest) return { passages };
  const sections = groupBy(nearest, ({ title, url }) => `${title} ${url}`).values();
  return { passages, nearest: [...sections].flatMap(([first]) => first ?? []).slice(0, MAX_NEAREST) };
}
