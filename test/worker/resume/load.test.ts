import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { startFakeModelServer, type FakeModelServer } from '../../support/fake-model-server.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../../support/plain-workerd.ts';
import { linksOf, textOf, TurnClient } from '../../support/turn-client.ts';

const TURNS = 100;
const PIECES = 400;
const PIECE = `${'four '.repeat(99)}fünf\n`;
/** The memory of the process, in MB. 370 were measured: 40 are the answers, the rest is not collected yet. */
const MOST_MEGABYTES = 600;

describe('100 answers of 200 KB at once', { timeout: 120_000 }, () => {
  let model: FakeModelServer;
  let worker: PlainWorkerd;
  const page = new TurnClient(() => worker.url, 'https://site.example');
  before(async () => {
    model = await startFakeModelServer();
    const vars = { LOCAL: '1', MODEL_BASE_URL: model.baseUrl, ALLOWED_ORIGINS: 'https://site.example' };
    worker = await startPlainWorkerd({ vars: { ...vars, HEARTBEAT_MS: '50' } });
  });
  after(async () => {
    await worker?.close();
    await model.close();
  });

  it('are complete, though each of their readers was lost in the middle', async () => {
    model.reply(async (turn) => {
      // oxlint-disable-next-line no-await-in-loop -- as fast as the Worker reads
      for (let said = 0; said < PIECES; said += 1) await turn.say(PIECE);
      await turn.finish();
    });
    const answers = await Promise.all(
      Array.from({ length: TURNS }, async () => {
        const first = await page.ask({ until: 'fünf' });
        return [...first, ...(await page.readRest(linksOf(first).resume, first.length))];
      }),
    );
    const whole = PIECE.repeat(PIECES);
    assert.deepEqual(
      answers.filter((frames) => textOf(frames) !== whole || frames.at(-1)?.['type'] !== 'done').length,
      0,
    );
    assert.ok((await worker.kept()).characters >= TURNS * whole.length);
    const rss = execFileSync('ps', ['-o', 'rss=', '-p', String(worker.pid)], { encoding: 'utf8' });
    const megabytes = Number(rss) / 1_024;
    assert.ok(megabytes < MOST_MEGABYTES, `${megabytes} MB`);
  });
});
