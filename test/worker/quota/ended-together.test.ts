import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { startFakeModelServer, type FakeModelServer } from '../../support/fake-model-server.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../../support/plain-workerd.ts';
import { until } from '../../support/until.ts';

const QUOTA_LIMIT = 1_000;

describe("the quota object's messages about turns of one isolate", { timeout: 60_000 }, () => {
  let model: FakeModelServer;
  let worker: PlainWorkerd;
  before(async () => {
    model = await startFakeModelServer();
    model.reply((turn) => turn.say('one '));
    worker = await startPlainWorkerd({
      vars: {
        MODEL_BASE_URL: model.baseUrl,
        SESSION_SECRET: 'a secret of this test, 32 characters or more',
        QUOTA_LIMIT: String(QUOTA_LIMIT),
        WATCHED: '1',
      },
    });
  });
  after(async () => {
    await worker.close();
    await model.close();
  });

  /** Begins a turn that goes on until the test ends it. */
  async function begin() {
    const earlier = model.turns.length;
    const response = await worker.ask({ query: 'Hi' }, '', { 'Idempotency-Key': randomUUID() });
    await until(
      () => model.turns.length,
      (count) => count > earlier,
    );
    const turn = model.turns.at(-1);
    const end = async (): Promise<string> => {
      await turn?.finish();
      return response.text();
    };
    const fail = async (): Promise<string> => {
      turn?.cut();
      return response.text();
    };
    return { end, fail };
  }
  const settles = async (): Promise<number> =>
    (await worker.calls()).filter((call) => call === 'settle').length;
  const states = async (): Promise<readonly string[]> => (await worker.turns()).map(({ state }) => state);

  it('are one request for each turn at its start, and one for all turns at their end', async () => {
    const earlier = await settles();
    const turns = [await begin(), await begin(), await begin(), await begin()];
    for (const { end } of turns) assert.match(await end(), /"type":"done".*"quotaRemaining":99\d/);
    assert.equal((await settles()) - earlier, 1);
    assert.deepEqual(
      (await states()).filter((state) => state !== 'charged'),
      [],
    );
  });

  it('report an ended turn as charged together with the next question', async () => {
    const [first, open] = [await begin(), await begin()];
    await first.end();
    const [id = ''] = (await worker.turns()).filter(({ state }) => state === 'reserved').map((row) => row.id);
    const next = await begin();
    const row = (await worker.turns()).find((one) => one.id === id);
    assert.equal(row?.state, 'charged');
    for (const { end } of [open, next]) await end();
  });

  it('report an ended turn as charged after a while when other turns go on, so that its key cannot be used to ask again for nothing', async () => {
    const earlier = await settles();
    const [first, open] = [await begin(), await begin()];
    await first.end();
    assert.equal(await settles(), earlier);
    await until(states, (all) => all.filter((state) => state === 'reserved').length === 1);
    assert.equal((await settles()) - earlier, 1);
    await open.end();
  });

  it('report a failed turn as refunded at once, and turns that ended beside it as charged', async () => {
    const [first, failing, open] = [await begin(), await begin(), await begin()];
    await first.end();
    assert.match(await failing.fail(), /"type":"error"/);
    assert.deepEqual(
      (await states()).filter((state) => state !== 'charged'),
      ['refunded', 'reserved'],
    );
    await open.end();
  });
});
