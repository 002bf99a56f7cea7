import { ChatError } from '../../widget/protocol/chat-error.ts';
import { readList, readNumber, readObject } from '../../widget/protocol/json.ts';
import { numberOf, type Env } from '../env.ts';
import { orAborted } from '../turn/ask-briefly.ts';
import type { Passage } from '../model-port.ts';

/** The reranker of Workers AI that is used by default. AI Search has it, too. */
export const DEFAULT_MODEL = '@cf/baai/bge-reranker-base';

/** bge-reranker-base reads 512 tokens: those of the question, those of a passage, and four that mark where they begin and end. */
const QUESTION_TOKENS = 90;
const PASSAGE_TOKENS = 410;

const RERANK_MS = 400;

/**
 * The least score of a passage that answers. bge-reranker gives 0.0001 to passages about something else, and up to 0.1 to passages
 * that are about the subject and do not answer. AI Search takes 0.4 with the same model, which loses answers to questions of a few
 * words.
 */
const MIN_SCORE = 0.1;

/** A cross-encoder: a model that reads a question and a text together. */
export interface Reranker {
  /** The score from 0 to 1 below which a text is no answer. */
  readonly minScore: number;
  /**
   * How well each text answers a question, from 0 to 1, in the order of the texts. Rejects when there is no such number for each of
   * them, and after `RERANK_MS`.
   */
  score(question: string, texts: readonly string[]): Promise<readonly number[]>;
}

/**
 * The cross-encoder that the configuration names: a server with the `/rerank` of Jina, Cohere, vLLM and llama.cpp at `RERANKER_URL`,
 * else a model of Workers AI. Undefined where there is neither, and where `RERANK_MS` is 0.
 *
 * @example
 * const reranker = rerankerOf({ RERANKER_URL: 'http://127.0.0.1:8012/v1' });
 * await reranker?.score('What is a panda?', ['Hi.', 'A panda is a bear.']); // [0.0003, 0.99]
 */
export function rerankerOf(env: Env): Reranker | undefined {
  const milliseconds = numberOf(env.RERANK_MS, RERANK_MS);
  const ask = env.RERANKER_URL ? askServer(env, env.RERANKER_URL) : askWorkersAi(env);
  if (!ask || milliseconds === 0) return undefined;
  const score = async (question: string, texts: readonly string[], signal: AbortSignal) => {
    const cut = texts.map((text) => cutToTokens(text, PASSAGE_TOKENS));
    const response = await ask(cutToTokens(question, QUESTION_TOKENS), cut, signal);
    if (!response.ok) throw new Error(`the reranker answered ${response.status}`);
    return readScores(await response.json(), texts.length);
  };
  return {
    minScore: scoreOf(env.RERANK_SCORE),
    score: (question, texts) => {
      const signal = AbortSignal.timeout(milliseconds);
      return orAborted(score(question, texts, signal), signal);
    },
  };
}

/** Reads `RERANK_SCORE`; anything that is no number from 0 to 1 counts as not set. */
export function scoreOf(value: Env['RERANK_SCORE']): number {
  const score = value === '' ? Number.NaN : Number(value);
  return score >= 0 && score <= 1 ? score : MIN_SCORE;
}

/** The text of a passage for a reranker, with its title: that often has the word that the text explains. */
export function textOf({ title, text }: Passage): string {
  return `${title}\n\n${text}`;
}

/** Requests the scores of documents for a query. */
type RequestScores = (query: string, documents: readonly string[], signal: AbortSignal) => Promise<Response>;

/** https://developers.cloudflare.com/workers-ai/models/bge-reranker-base/ */
function askWorkersAi({ AI, LOCAL, RERANKER_MODEL }: Env): RequestScores | undefined {
  if (!AI || LOCAL === '1') return undefined;
  return (query, documents, signal) => {
    const contexts = documents.map((text) => ({ text }));
    const inputs = { query, contexts, top_k: contexts.length };
    return AI.run(RERANKER_MODEL || DEFAULT_MODEL, inputs, { returnRawResponse: true, signal });
  };
}

/** https://docs.cohere.com/reference/rerank, which the others follow. */
function askServer({ RERANKER_MODEL, RERANKER_API_KEY }: Env, address: string): RequestScores {
  const headers = {
    'Content-Type': 'application/json',
    ...(RERANKER_API_KEY ? { Authorization: `Bearer ${RERANKER_API_KEY}` } : {}),
  };
  return async (query, documents, signal) => {
    if (!URL.canParse(address)) throw new ChatError('not-configured', 'RERANKER_URL must be an absolute URL');
    const url = new URL(address);
    url.pathname = url.pathname.replace(/(?:\/rerank)?\/*$/, '/rerank');
    const body = { model: RERANKER_MODEL || undefined, query, documents, top_n: documents.length };
    return fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal });
  };
}

/**
 * Reads one score for each text, in fields `id` and `score` (Workers AI), or `index` and `relevance_score`. The scores of
 * bge-reranker are logits on some servers (llama.cpp: 7.7, -11), and numbers from 0 to 1 on others. Where one of them is out of
 * that range, all are mapped by the sigmoid function, as the model's authors and Cloudflare's catalogue say.
 */
function readScores(json: unknown, count: number): readonly number[] {
  const { result, response = readObject(result)['response'], results = response } = readObject(json);
  const scores: (number | undefined)[] = Array.from({ length: count });
  for (const entry of readList(results)) {
    const { id, index = id, score, relevance_score = score } = readObject(entry);
    const place = readNumber(index) ?? -1;
    if (!(place in scores) || scores[place] !== undefined)
      throw new Error('the reranker named a text wrongly');
    scores[place] = readNumber(relevance_score);
  }
  const known = scores.filter((score) => score !== undefined);
  if (known.length < count) throw new Error('the reranker left out the score of a text');
  const isLogits = known.some((score) => score < 0 || score > 1);
  return isLogits ? known.map((score) => 1 / (1 + Math.exp(-score))) : known;
}

/**
 * The beginning of a text, with about so many tokens: one is three letters or more in most scripts, and one or two characters in
 * Chinese and Japanese.
 */
function cutToTokens(text: string, tokens: number): string {
  let room = tokens * 3;
  let end = 0;
  for (const character of text) {
    room -= character < '\u2e80' ? 1 : 2;
    if (room < 0) break;
    end += character.length;
  }
  return text.slice(0, end);
}
