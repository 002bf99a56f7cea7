import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RACES } from '../../support/races/races.ts';
import { runRace } from '../../support/races/run-race.ts';

/** Visitors of a race here; `npm run bench -- races` sends 30, three times over. */
const TURNS = 10;

for (const isRestarted of [false, true])
  describe(`the books of ${RACES.length} races${isRestarted ? ', all objects restarted in the middle' : ''}`, () => {
    for (const race of RACES)
      it(`balance: ${race.name}`, { timeout: 120_000 }, async () => {
        const { faults } = await runRace(race, { turns: TURNS, isRestarted });
        assert.deepEqual(faults, []);
      });
  });
