import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { SAY_HELLO, startFakeModelServer, type FakeModelServer } from '../../support/fake-model-server.ts';
import { framesOf } from '../../support/frames.ts';
import {
  rerankBy,
  rerankJson,
  type RerankScript,
  type RerankServer,
  startRerankServer,
} from '../../support/rerank-server.ts';
import { startWorker, type WorkerHarness } from '../../support/worker-harness.ts';

const RERANK_MS = 1_000;
const DOCUMENTS: Readonly<Record<string, string>> = {
  'returns.md': '# Returns\n\nA parcel can be sent back for thirty days.',
  'delivery.md': '# Delivery of a parcel\n\nA parcel can be on its way for thirty days.',
};

describe('a turn with a reranker, in workerd', { timeout: 60_000 }, () => {
  let model: FakeModelServer;
  let reranker: RerankServer;
  let worker: WorkerHarness;
  before(async () => {
    model = await startFakeModelServer();
    model.reply(SAY_HELLO);
    reranker = await startRerankServer();
    const folder = mkdtempSync(join(tmpdir(), 'cf-ai-chat-'));
    for (const [name, text] of Object.entries(DOCUMENTS)) writeFileSync(join(folder, name), text);
    const vars = { MODEL_BASE_URL: model.baseUrl, RERANKER_URL: reranker.url, RERANK_MS: String(RERANK_MS) };
    worker = await startWorker(vars, [folder]);
    rmSync(folder, { recursive: true });
    // This question starts the Worker's code, so that later questions are not slowed down by that.
    await ask(rerankBy(() => 1));
  });
  after(async () => {
    await worker.close();
    await reranker.close();
    await model.close();
  });

  /** Asks. Returns the sources, best first, the last event, and the milliseconds until the first token. */
  async function ask(script: RerankScript) {
    reranker.reply(script);
    const begun = performance.now();
    const response = await worker.ask({ query: 'How long can a parcel take?' });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    let milliseconds = 0;
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      text += piece.value;
      if (text.includes('"type":"token"')) milliseconds ||= performance.now() - begun;
    }
    const done = framesOf(text).at(-1) ?? {};
    const sources = (done['sources'] ?? []) as { id: string }[];
    return { ids: sources.map(({ id }) => id.replace(/#.*/, '')), done, milliseconds };
  }

  it('has its sources in the order of the reranker', async () => {
    const { ids, done } = await ask(rerankBy((document) => (document.startsWith('Returns') ? 0.9 : 0.2)));
    assert.deepEqual(ids, ['returns', 'delivery']);
    assert.equal(done['isUnsure'], undefined);
  });

  it('tells the client and the model that it is unsure where no passage reaches the minimal score', async () => {
    const { ids, done } = await ask(rerankBy(() => 0.01));
    assert.deepEqual(ids, []);
    assert.equal(done['isUnsure'], true);
    const question = model.turns.at(-1)?.call.body.messages.at(-1)?.content ?? '';
    assert.match(question, /none of its documents answers it/);
    assert.doesNotMatch(question, /<passage/);
  });

  const whole = [0, 1].map((index) => ({ index, relevance_score: 0.5 }));
  const useless: readonly [string, RerankScript][] = [
    ['hangs', () => undefined],
    ['fails', rerankJson(() => ({ error: 'overloaded' }), 503)],
    ['breaks off', (_call, response) => void response.destroy()],
    ['names a passage twice', rerankJson(() => ({ results: [whole[0], whole[0]] }))],
    [
      'names a passage that is none',
      rerankJson(() => ({ results: [...whole, { index: 9, relevance_score: 1 }] })),
    ],
    [
      'has no number for a passage',
      rerankJson(() => ({ results: [whole[0], { index: 1, relevance_score: null }] })),
    ],
    ['leaves a passage out', rerankJson(() => ({ results: [whole[0]] }))],
  ];
  for (const [fault, script] of useless)
    it(`continues with the order by words where the reranker ${fault}`, async () => {
      const { milliseconds: usual } = await ask(rerankBy(() => 0.5));
      const logged = worker.log().split('rerank-failed').length;
      const { ids, done, milliseconds } = await ask(script);
      assert.deepEqual(ids, ['delivery', 'returns']);
      assert.equal(done['type'], 'done');
      assert.equal(done['isUnsure'], undefined);
      assert.equal(worker.log().split('rerank-failed').length, logged + 1);
      // Not before the time limit for a reranker that hangs; the machine may add up to a second.
      if (fault === 'hangs') assert.ok(milliseconds >= RERANK_MS);
      assert.ok(milliseconds < usual + RERANK_MS + 1_000, `${milliseconds} ms, usually ${usual}`);
    });
});
