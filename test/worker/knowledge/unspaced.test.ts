import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startWorker, type WorkerHarness } from '../../support/worker-harness.ts';

const DOCUMENTS: Readonly<Record<string, string>> = {
  'refunds.md': '# 退款\n\n收到商品后十四天内可以申请退款，运费不予退还。',
  'hours.md': '# 営業時間\n\n月曜日から金曜日まで、午前九時に開店します。',
  'shipping.md': '# 배송 안내\n\n주문한 상품은 사흘 안에 배송됩니다.',
  'german.md': '# Öffnungszeiten\n\nWir haben montags geöffnet.',
  'configuration.md': '# Configuration\n\nEverything is set in one file.',
};

describe('a full-text search in D1, in scripts without blanks', { timeout: 30_000 }, () => {
  let worker: WorkerHarness;
  before(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cf-ai-chat-'));
    for (const [name, text] of Object.entries(DOCUMENTS)) writeFileSync(join(folder, name), text);
    worker = await startWorker({ CHAT_PROVIDER: 'extractive' }, [folder]);
    rmSync(folder, { recursive: true });
  });
  after(() => worker.close());

  const questions: readonly [string, string][] = [
    ['退款', 'refunds'],
    ['我可以退款吗？', 'refunds'],
    ['申请退款要多久', 'refunds'],
    ['営業時間は何時ですか', 'hours'],
    ['開店', 'hours'],
    ['배송은 얼마나 걸리나요?', 'shipping'],
    ['offnungszeiten', 'german'],
    ['ÖFFNUNGSZEITEN?', 'german'],
    ['config', 'configuration'],
  ];
  for (const [query, page] of questions) {
    it(`finds ${page} for ${query}`, async () => {
      const response = await worker.ask({ query }, '?stream=false');
      const { sources } = (await response.json()) as { sources: { id: string }[] };
      assert.ok(sources[0]?.id.startsWith(`${page}#`), JSON.stringify(sources));
    });
  }

  it('finds nothing for words that no document has', async () => {
    const { sources } = (await (await worker.ask({ query: '天气预报' }, '?stream=false')).json()) as {
      sources: unknown[];
    };
    assert.deepEqual(sources, []);
  });
});
