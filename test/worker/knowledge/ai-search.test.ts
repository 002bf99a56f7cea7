import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WireMessage } from '../../../widget/protocol/chat-message.ts';
import type { SearchBinding } from '../../../worker/env.ts';
import app from '../../../worker/index.ts';
import { searchInstance } from '../../../worker/knowledge/ai-search.ts';
import { framesOf } from '../../support/frames.ts';

type Request = Parameters<SearchBinding['search']>[0];

/** An AI Search instance that returns this, and records its requests. */
function instanceOf(answer: unknown): SearchBinding & { readonly asked: Request[] } {
  const asked: Request[] = [];
  return {
    asked,
    async search(request) {
      asked.push(request);
      return answer;
    },
  };
}

const chunk = (key: string, text: string, score: number, metadata?: object) => ({
  id: `${key}-${score}`,
  type: 'text',
  score,
  text,
  item: { key, timestamp: 1, ...(metadata ? { metadata } : {}) },
  scoring_details: { vector_score: score },
});

const question = (content: string): WireMessage => ({ role: 'user', content });

describe('searchInstance', () => {
  it('lets the instance rewrite the query of a follow-up question', async () => {
    const instance = instanceOf({ search_query: '', chunks: [] });
    const turns = ['What does shipping cost?', 'Five euros.', 'And to Germany?'];
    const messages = turns.map(
      (content, index) => ({ ...question(content), role: index === 1 ? 'assistant' : 'user' }) as const,
    );
    assert.deepEqual(await searchInstance(instance, messages, { RERANK_MS: '0' }), {
      passages: [],
      nearest: [],
    });
    const [request] = instance.asked;
    assert.deepEqual(request?.messages, messages);
    assert.deepEqual(request?.ai_search_options?.query_rewrite, { enabled: true });
    assert.deepEqual(request?.ai_search_options?.reranking, { enabled: false });
  });

  it('pays for no rewriting of a question that only follows a greeting', async () => {
    const instance = instanceOf({ search_query: '', chunks: [] });
    await searchInstance(instance, [question('Hello'), question('Gift cards?')]);
    assert.deepEqual(instance.asked[0]?.ai_search_options?.query_rewrite, { enabled: false });
  });

  it('requests a few chunks, and makes one passage of each document', async () => {
    const instance = instanceOf({
      search_query: 'refund',
      chunks: [
        chunk('https://shop.example/refunds/', 'Within 14 days.', 0.9),
        chunk('guide.md', 'See above.', 0.8, { title: 'The guide', url: 'https://shop.example/guide' }),
        chunk('https://shop.example/refunds/', 'Keep the receipt.', 0.7),
        chunk('notes/plain.txt', 'Plain.', 0.6),
      ],
    });
    const { passages } = await searchInstance(instance, [question('refund?')]);
    assert.deepEqual(instance.asked, [
      {
        messages: [{ role: 'user', content: 'refund?' }],
        ai_search_options: {
          retrieval: {
            max_num_results: 5,
            fusion_method: 'rrf',
            keyword_match_mode: 'or',
            return_on_failure: false,
          },
          query_rewrite: { enabled: false },
          reranking: { enabled: true, model: '@cf/baai/bge-reranker-base', match_threshold: 0.1 },
        },
      },
    ]);
    assert.deepEqual(
      passages.map(({ id, title, url, text }) => [id, title, url, text]),
      [
        [
          'https://shop.example/refunds/',
          'refunds',
          'https://shop.example/refunds/',
          'Within 14 days.\n\nKeep the receipt.',
        ],
        ['guide.md', 'The guide', 'https://shop.example/guide', 'See above.'],
        ['notes/plain.txt', 'plain.txt', '', 'Plain.'],
      ],
    );
  });

  for (const answer of [undefined, null, {}, { chunks: [{ text: 'no item' }] }]) {
    it(`rejects ${JSON.stringify(answer)}, so that the turn continues without documents`, async () => {
      await assert.rejects(searchInstance(instanceOf(answer), [question('refund?')]));
    });
  }

  it('drops addresses that are not http or https', async () => {
    const url = 'javascript:alert(1)';
    const SEARCH = instanceOf({ chunks: [chunk(url, 'Poison.', 0.9), chunk('a', 'More.', 0.8, { url })] });
    const init = { method: 'POST', body: '{"query":"What is poison?"}' };
    const response = await app.request('/api/chat', init, { SESSION_SECRET: 'x'.repeat(32), SEARCH });
    const sources = framesOf(await response.text()).find(({ type }) => type === 'sources')?.['sources'];
    assert.deepEqual(
      (sources as { url: string }[]).map((source) => source.url),
      ['', ''],
    );
  });
});
