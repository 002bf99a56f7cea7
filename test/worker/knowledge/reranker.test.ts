import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { AiRunOptions, Env } from '../../../worker/env.ts';
import { rerankerOf } from '../../../worker/knowledge/reranker.ts';
import { rerankBy, rerankJson, startRerankServer, type RerankServer } from '../../support/rerank-server.ts';

interface Run {
  readonly model: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly options: AiRunOptions;
}

/** A binding that returns this answer, and records its calls. */
function bindingOf(answer: () => Response | Promise<Response>) {
  const runs: Run[] = [];
  const run = async (model: string, inputs: Run['inputs'], options: AiRunOptions): Promise<Response> => {
    runs.push({ model, inputs, options });
    return answer();
  };
  return { runs, AI: { run, gateway: (): never => assert.fail('there is no feedback here') } };
}

/** The reranker of a configuration that has one. */
const rerankerIn = (env: Env) => rerankerOf(env) ?? assert.fail('no reranker');

describe('a reranker on Workers AI', () => {
  it("sends question and texts in the model's notation, and returns the scores in the order of the texts", async () => {
    const response = [
      { id: 1, score: 0.9 },
      { id: 0, score: 0.001 },
    ];
    const { AI, runs } = bindingOf(() => Response.json({ response }));
    assert.deepEqual(await rerankerIn({ AI }).score('pandas?', ['Hi.', 'A panda is a bear.']), [0.001, 0.9]);
    const [{ model, inputs, options } = assert.fail('not asked')] = runs;
    assert.equal(model, '@cf/baai/bge-reranker-base');
    assert.deepEqual(inputs, {
      query: 'pandas?',
      contexts: [{ text: 'Hi.' }, { text: 'A panda is a bear.' }],
      top_k: 2,
    });
    assert.equal(options.returnRawResponse, true);
  });

  it('reads an answer in the envelope of the REST API, too', async () => {
    const { AI } = bindingOf(() => Response.json({ result: { response: [{ id: 0, score: 0.5 }] } }));
    assert.deepEqual(await rerankerIn({ AI }).score('?', ['Hi.']), [0.5]);
  });

  it('maps logits to scores between 0 and 1', async () => {
    const response = [
      { id: 0, score: -8.15 },
      { id: 1, score: 6.18 },
    ];
    const { AI } = bindingOf(() => Response.json({ response }));
    const scores = await rerankerIn({ AI, RERANKER_MODEL: '@cf/other' }).score('?', ['Hi.', 'A panda.']);
    assert.deepEqual(
      scores.map((score) => score.toFixed(4)),
      ['0.0003', '0.9979'],
    );
  });

  it('cuts texts that do not fit into 512 tokens', async () => {
    const { AI, runs } = bindingOf(() => Response.json({ response: [0, 1].map((id) => ({ id, score: 1 })) }));
    await rerankerIn({ AI }).score('why '.repeat(900), ['word '.repeat(900), '退款'.repeat(900)]);
    const { query, contexts } = runs[0]!.inputs as { query: string; contexts: { text: string }[] };
    assert.deepEqual([query.length, ...contexts.map(({ text }) => text.length)], [270, 1230, 615]);
  });

  it('is off without Workers AI or Vectorize, and where RERANK_MS is 0', () => {
    const { AI } = bindingOf(() => Response.json({}));
    assert.equal(rerankerOf({}), undefined);
    assert.equal(rerankerOf({ AI, LOCAL: '1' }), undefined);
    assert.equal(rerankerOf({ AI, RERANK_MS: '0' }), undefined);
    assert.equal(rerankerOf({ RERANKER_URL: 'http://127.0.0.1:1/v1', RERANK_MS: 0 }), undefined);
  });

  it('gives up after RERANK_MS, also with a binding that ignores the abort signal', async () => {
    const { AI } = bindingOf(() => new Promise(() => undefined));
    await assert.rejects(rerankerIn({ AI, RERANK_MS: '20' }).score('?', ['Hi.']), { name: 'TimeoutError' });
  });
});

describe('a reranker at RERANKER_URL', () => {
  let server: RerankServer;
  before(async () => {
    server = await startRerankServer();
  });
  after(() => server.close());

  it('is called with the API that Jina, Cohere, vLLM and llama.cpp share', async () => {
    server.reply(rerankBy((document) => (document.includes('panda') ? 0.9 : 0.1)));
    const reranker = rerankerIn({
      RERANKER_URL: server.url,
      RERANKER_MODEL: 'bge',
      RERANKER_API_KEY: 'key',
      RERANK_SCORE: '0.4',
    });
    assert.deepEqual(await reranker.score('pandas?', ['Hi.', 'A panda.']), [0.1, 0.9]);
    assert.equal(reranker.minScore, 0.4);
    assert.deepEqual(server.calls.at(-1), {
      path: '/v1/rerank',
      authorization: 'Bearer key',
      body: { model: 'bge', query: 'pandas?', documents: ['Hi.', 'A panda.'], top_n: 2 },
    });
  });

  it('may have an address that ends in /rerank, and needs no model', async () => {
    await rerankerIn({ RERANKER_URL: `${server.url}/rerank/` }).score('?', ['Hi.']);
    const { path, body } = server.calls.at(-1)!;
    assert.equal(path, '/v1/rerank');
    assert.ok(!('model' in body));
  });

  it('ignores a minimal score that is not between 0 and 1', () => {
    for (const RERANK_SCORE of ['', 'high', '2', -1])
      assert.equal(rerankerIn({ RERANKER_URL: server.url, RERANK_SCORE }).minScore, 0.1);
  });

  const whole = [0, 1, 2].map((index) => ({ index, relevance_score: 0.5 }));
  const nonsense: readonly [string, unknown][] = [
    ['nothing', {}],
    ['a list of nothing', { results: [] }],
    ['one too few', { results: whole.slice(1) }],
    ['one too many', { results: [...whole, { index: 3, relevance_score: 1 }] }],
    ['one twice', { results: [whole[0], whole[0], whole[1]] }],
    ['a negative place', { results: [...whole.slice(1), { index: -1, relevance_score: 1 }] }],
    ['half a place', { results: [...whole.slice(1), { index: 0.5, relevance_score: 1 }] }],
    ['a place as text', { results: [...whole.slice(1), { index: 'length', relevance_score: 1 }] }],
    ['a score that is no number', { results: [...whole.slice(1), { index: 0, relevance_score: 'NaN' }] }],
    ['no score', { results: [...whole.slice(1), { index: 0 }] }],
    ['null', null],
  ];
  for (const [title, answer] of nonsense)
    it(`rejects an answer with ${title}`, async () => {
      server.reply(rerankJson(() => answer));
      await assert.rejects(rerankerIn({ RERANKER_URL: server.url }).score('?', ['a', 'b', 'c']));
    });

  it('rejects for an error status, for text, for an unreachable server, and for an invalid address', async () => {
    server.reply(rerankJson(() => ({ results: whole }), 500));
    await assert.rejects(rerankerIn({ RERANKER_URL: server.url }).score('?', ['a', 'b', 'c']), /500/);
    server.reply((_call, response) => response.end('<html>'));
    await assert.rejects(rerankerIn({ RERANKER_URL: server.url }).score('?', ['a']));
    await assert.rejects(rerankerIn({ RERANKER_URL: 'http://127.0.0.1:1/' }).score('?', ['a']));
    await assert.rejects(rerankerIn({ RERANKER_URL: 'rerank.example' }).score('?', ['a']), /absolute URL/);
  });
});
