import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RACES } from '../../support/races/races.ts';
import { runRace } from '../../support/races/run-race.ts';

/** Visitors of a race in this test; `npm run bench -- races` runs 30, three times. */
const TURNS = 10;

for (const isRestarted of [false, true])
  describe(`the counts after ${RACES.length} races of visitors, refunds and failures${isRestarted ? ', all objects restarted in the middle' : ''}`, () => {
    for (const race of RACES)
      it(`are correct: ${race.name}`, { timeout: 120_000 }, async () => {
        const { faults } = await runRace(race, { turns: TURNS, isRestarted });
        assert.deepEqual(faults, []);
      });
  });
