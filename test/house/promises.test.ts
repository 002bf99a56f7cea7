import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../../widget/build/project.ts';
import { PROMISES } from './promises.ts';

/** The parts of README in which every bullet and every row is a promise. */
const PARTS = ['How it compares', 'Security', 'Privacy'];

const readme = await readFile(join(ROOT, 'README.md'), 'utf8');

/** The bullets and rows of a section of README, without the rows of figures. */
function promisesIn(part: string): readonly string[] {
  const [section = ''] = readme.split(`\n## ${part}\n`)[1]?.split('\n## ') ?? [];
  const text = section.replace(/<!-- figures[^]*<!-- \/figures/, '');
  return text.match(/^- \*\*.*|^\| (?!-|what \||promise \|).*/gm) ?? [];
}

describe('the promises of README', () => {
  for (const promise of PARTS.flatMap(promisesIn))
    it(`have a test, or a reason why there is none: ${promise.slice(0, 70)}`, () => {
      assert.ok(PROMISES.some(({ promise: words }) => promise.includes(words)));
    });

  for (const { promise, cells } of PROMISES)
    it(`are in README, and their tests exist: ${promise}`, async () => {
      assert.ok(readme.includes(promise), 'README says something else');
      for (const cell of cells) {
        if (typeof cell === 'string') continue;
        const source = await readFile(join(ROOT, cell.file), 'utf8');
        assert.ok(source.includes(cell.title), `${cell.file} has no test "${cell.title}"`);
      }
    });
});
