import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startFakeModelServer, type FakeModelServer } from '../../support/fake-model-server.ts';
import { startWorker, type WorkerHarness } from '../../support/worker-harness.ts';

const LIMIT = 20;
const API_TOKEN = 'a token of this test, 32 characters or more';

describe('the burst limit', { timeout: 30_000 }, () => {
  let model: FakeModelServer;
  let worker: WorkerHarness;
  before(async () => {
    model = await startFakeModelServer();
    worker = await startWorker({
      LOCAL: '',
      SESSION_SECRET: 'a secret of this test, 32 characters or more',
      MODEL_BASE_URL: model.baseUrl,
      QUOTA_LIMIT: '1000',
      API_TOKEN,
    });
  });
  after(async () => {
    await worker.close();
    await model.close();
  });

  it('refuses a visitor who asks too fast, with a time to wait and without a call of the model', async () => {
    const asking = Array.from({ length: LIMIT * 3 }, () => worker.ask({ query: 'Hi' }));
    const refused: Response[] = [];
    for (const response of await Promise.all(asking)) {
      if (response.status === 200) await response.text();
      else refused.push(response);
    }
    assert.ok(refused.length >= LIMIT, `${refused.length} refused`);
    for (const response of refused) {
      assert.equal(response.status, 429);
      assert.equal(response.headers.get('Retry-After'), '10');
      assert.equal(((await response.json()) as { code: string }).code, 'rate-limited');
    }
    assert.equal(model.turns.length, LIMIT * 3 - refused.length);
  });

  it("refuses one user of the owner's server who asks too fast, and no other user", async () => {
    const headers = { Authorization: `Bearer ${API_TOKEN}` };
    const countRefused = async (userOf: (index: number) => string): Promise<number> => {
      const asking = Array.from({ length: LIMIT * 2 }, async (_, index) => {
        const response = await worker.ask({ query: 'Hi', user: userOf(index) }, '?stream=false', headers);
        await response.text();
        return response.status;
      });
      return (await Promise.all(asking)).filter((status) => status === 429).length;
    };
    assert.equal(await countRefused((index) => `user ${index}`), 0);
    assert.ok((await countRefused(() => 'one')) >= LIMIT / 2);
  });
});
