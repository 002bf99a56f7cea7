import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rowsOfRun } from '../../support/full-run.ts';
import { RACES } from '../../support/races/races.ts';
import { runRace } from '../../support/races/run-race.ts';

/** Visitors of a race in this test; `npm run bench -- races` runs 30, three times. */
const TURNS = 10;

/** For each end of a turn, one race of those that restarted objects must not change; `npm run test:full` has all. */
const RESTARTED = [
  'POST, read to the end',
  'POST, aborted before the model has answered',
  'POST, aborted after one token',
  'POST, aborted right after the last token',
  'whole, aborted after the first token',
  'model reports an error in its stream',
  'model says nothing',
  'AI Gateway fails',
  'allowance of the visitor used up on the way',
  'allowance of the site used up on the way',
  'refunds of a visitor who always leaves used up on the way',
  'bot check not passed, and then passed',
  'POST, connection broken after one token, and the rest is read by another',
];

for (const isRestarted of [false, true])
  describe(`the counts after races of visitors, refunds and failures${isRestarted ? ', all objects restarted in the middle' : ''}`, () => {
    for (const race of isRestarted ? rowsOfRun(RACES, RESTARTED) : RACES)
      it(`are correct: ${race.name}`, { timeout: 120_000 }, async () => {
        const { faults } = await runRace(race, { turns: TURNS, isRestarted });
        assert.deepEqual(faults, []);
      });
  });
