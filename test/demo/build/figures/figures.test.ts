import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { readFigures, replaceFigures, type Figure } from '../../../../demo/build/figures/figures.ts';
import { ROOT } from '../../../../widget/build/project.ts';

const NAME = 'figures-of-this-test';
after(() => rm(join(ROOT, `demo/figures/${NAME}.json`), { force: true }));

const figure = (title: string, value: number): Figure => ({ title, value, unit: 'ms', baseline: 'a clock' });

it('new figures of a part of a benchmark are added, and replace older figures of the same part', async () => {
  await replaceFigures(NAME, [figure('own', 1)]);
  await replaceFigures(NAME, [figure('other', 2)]);
  await replaceFigures(NAME, [figure('own', 3)]);
  assert.deepEqual(await readFigures(NAME), [figure('other', 2), figure('own', 3)]);
});
