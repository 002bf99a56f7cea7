import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { IS_FULL_RUN } from '../../support/full-run.ts';
import { installFixture } from '../../support/install-fixture.ts';

installFixture('clients');
const { CLIENTS } = await import('../../support/interruptions/clients.ts');
const { InterruptionRig, MOMENTS } = await import('../../support/interruptions/rig.ts');

/** Questions of each kind; `npm run bench -- resume` asks more, with all clients. */
const COUNT = 2;
const SOME = new Set([
  'POST default, key in the body',
  'POST workers-ai',
  'POST default, whole',
  'openai, streamed',
  'EventSource, workers-ai',
  'useChat of the AI SDK',
]);

describe('an answer whose client is interrupted', { timeout: 120_000 }, () => {
  let rig: Awaited<ReturnType<typeof InterruptionRig.start>>;
  before(async () => {
    rig = await InterruptionRig.start();
  });
  after(() => rig?.close());

  for (const [place, client] of CLIENTS.filter(({ name }) => SOME.has(name)).entries())
    for (const [at, moment] of MOMENTS.entries()) {
      // Each client at half of the moments, and each moment with half of the clients.
      if ((place + at) % 2 === 1 && !IS_FULL_RUN) continue;
      it(`is complete, asked once and charged once: ${client.name}, ${moment}`, async () => {
        const { faults } = await rig.run(client, moment, COUNT);
        assert.deepEqual(faults, []);
      });
    }
});
