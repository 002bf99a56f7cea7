import type { WireMessage } from '../../widget/protocol/chat-message.ts';
import { readNumber, readObject, readString } from '../../widget/protocol/json.ts';
import type { Env, SearchBinding } from '../env.ts';
import type { Found, Passage } from '../model-port.ts';
import { isFollowUpQuestion, questionsOf } from './languages.ts';
import { DEFAULT_MODEL, scoreOf } from './reranker.ts';

const MAX_PASSAGES = 5;

/** How many messages of the conversation are sent: a follow-up question needs those before it. */
const MAX_MESSAGES = 5;

/**
 * Searches an AI Search instance for the question that ends a conversation. All chunks of one document become one passage. The
 * instance rewrites a follow-up question, and ranks by a cross-encoder unless `RERANK_MS` is 0. Where it has an index of words
 * besides the one of vectors, it searches both.
 */
export async function searchInstance(
  instance: SearchBinding,
  conversation: readonly WireMessage[],
  env: Env = {},
): Promise<Found> {
  const messages = conversation.slice(-MAX_MESSAGES).map(({ role, content }) => ({ role, content }));
  const [question = '', ...before] = questionsOf(messages).toReversed();
  const isFollowUp = before.length > 0 && isFollowUpQuestion(question);
  const found = await instance.search({
    messages,
    ai_search_options: {
      // By default a search that fails returns no chunks: the visitor would be told that the documents have no answer.
      retrieval: {
        max_num_results: MAX_PASSAGES,
        fusion_method: 'rrf',
        keyword_match_mode: 'or',
        return_on_failure: false,
      },
      query_rewrite: { enabled: isFollowUp },
      reranking: rerankingOf(env),
    },
  });
  const passages = new Map<string, Passage>();
  const { chunks } = readObject(found);
  if (!Array.isArray(chunks)) throw new Error('AI Search answered without chunks');
  for (const passage of chunks.map(toPassage)) {
    const first = passages.get(passage.id);
    passages.set(passage.id, first ? { ...first, text: `${first.text}\n\n${passage.text}` } : passage);
  }
  return { passages: [...passages.values()], ...(passages.size === 0 && { nearest: [] }) };
}

function rerankingOf({ RERANK_MS, RERANKER_MODEL, RERANK_SCORE }: Env) {
  if (RERANK_MS === '0' || RERANK_MS === 0) return { enabled: false };
  return { enabled: true, model: RERANKER_MODEL || DEFAULT_MODEL, match_threshold: scoreOf(RERANK_SCORE) };
}

/**
 * A chunk as a passage. The key of a crawled page is its address; a file may have an address in its metadata. Throws where the
 * chunk has no key or text.
 */
function toPassage(chunk: unknown): Passage {
  const { item, text, score } = readObject(chunk);
  const { key, metadata } = readObject(item);
  if (typeof key !== 'string' || typeof text !== 'string')
    throw new Error('AI Search answered with a chunk without item.key or text');
  const known = readObject(metadata);
  const title = readString(known['title']) ?? key.replace(/\/$/, '').split('/').at(-1) ?? key;
  const url = readString(known['url']) ?? (URL.canParse(key) ? key : '');
  return { id: key, title, url, text, score: readNumber(score) ?? 0 };
}
