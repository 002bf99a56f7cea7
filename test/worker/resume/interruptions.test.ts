import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
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

  for (const client of CLIENTS.filter(({ name }) => SOME.has(name)))
    for (const moment of MOMENTS)
      it(`is complete, asked once and charged once: ${client.name}, ${moment}`, async () => {
        const { faults } = await rig.run(client, moment, COUNT);
        assert.deepEqual(faults, []);
      });
});
